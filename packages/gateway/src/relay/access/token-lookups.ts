/** Lookups by hash. Concurrent lookups share one query; a change of their owner invalidates them. */
export interface Lookups<Owner> {
  /** Calls `load` unless a lookup of this hash that began after the last change still runs. */
  find(hash: string): Promise<Owner | undefined>;
  /** Reports that a user changed, or with `undefined` any user. Results read before must not be cached. */
  invalidate(userId: number | undefined): void;
}

interface Options<Owner extends { readonly userId: number }> {
  load(hash: string): Promise<Owner | undefined>;
  /** Called with a result that no change invalidated. `undefined`: no such key. */
  remember(hash: string, owner: Owner | undefined): void;
}

/** The users that changed during a lookup. */
interface Running {
  readonly users: Set<number>;
  everybody: boolean;
}

export function createLookups<Owner extends { readonly userId: number }>({
  load,
  remember,
}: Options<Owner>): Lookups<Owner> {
  const running = new Set<Running>();
  /** Lookups that began after the last change: new calls may wait for them. */
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
      const pending = shared.get(hash);
      if (pending) return pending;
      const lookup = start(hash);
      shared.set(hash, lookup);
      return lookup;
    },
    invalidate(userId) {
      // A call after the change must not get a result read before it.
      shared = new Map();
      for (const changes of running)
        if (userId === undefined) changes.everybody = true;
        else changes.users.add(userId);
    },
  };
}
