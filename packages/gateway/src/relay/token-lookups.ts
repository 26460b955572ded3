/** Look-ups by hash that share one query, and that a change of their owner makes void. */
export interface Lookups<Owner> {
  /** Calls `load` unless a look-up of this hash runs already that began after the last change. */
  find(hash: string): Promise<Owner | undefined>;
  /** A user, or with `undefined` anybody, changed. Results that were read before may not be remembered. */
  invalidate(userId: number | undefined): void;
}

interface Options<Owner extends { readonly userId: number }> {
  load(hash: string): Promise<Owner | undefined>;
  /** Called with a result that nothing changed while it was read. `undefined`: no such key. */
  remember(hash: string, owner: Owner | undefined): void;
}

/** What changed while a look-up ran. */
interface Running {
  readonly users: Set<number>;
  everybody: boolean;
}

export function createLookups<Owner extends { readonly userId: number }>({
  load,
  remember,
}: Options<Owner>): Lookups<Owner> {
  const running = new Set<Running>();
  /** Look-ups that began after the last change: new calls may wait for them. */
  let shared = new Map<string, Promise<Owner | undefined>>();

  async function start(hash: string): Promise<Owner | undefined> {
    const changes: Running = { users: new Set(), everybody: false };
    const sharedBy = shared;
    running.add(changes);
    try {
      const owner = await load(hash);
      // An unknown key has no owner yet: any change may be the one that created it.
      const hasChanged = owner ? changes.users.has(owner.userId) : changes.users.size > 0;
      if (!changes.everybody && !hasChanged) remember(hash, owner);
      return owner;
    } finally {
      running.delete(changes);
      sharedBy.delete(hash);
    }
  }

  return {
    find(hash) {
      const known = shared.get(hash);
      if (known) return known;
      const lookup = start(hash);
      shared.set(hash, lookup);
      return lookup;
    },
    invalidate(userId) {
      // A call that comes after the change must not get what was read before it.
      shared = new Map();
      for (const changes of running)
        if (userId === undefined) changes.everybody = true;
        else changes.users.add(userId);
    },
  };
}
