/** Where a {@link LiveSet} has a member. */
export interface Place<T> {
  member: T | undefined;
}

/**
 * The calls, streams or connections that are under way. A plain `Set` replaces its table every few hundred changes. A
 * replaced table in the old generation keeps its members, and all they refer to, until the whole heap is collected:
 * then every call that is under way is copied there. Here a table has places, which are emptied.
 */
export class LiveSet<T> implements Iterable<T> {
  readonly #places = new Set<Place<T>>();

  get size(): number {
    return this.#places.size;
  }

  add(member: T): Place<T> {
    const place = { member };
    this.#places.add(place);
    return place;
  }

  delete(place: Place<T>): void {
    place.member = undefined;
    this.#places.delete(place);
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const { member } of this.#places) if (member !== undefined) yield member;
  }
}
