import type { Revisions, Topic } from '../core/context.ts';
import type { Db } from '../db/schema.ts';
import * as table from '../repositories/revisions.ts';

export interface PolledRevisions extends Revisions {
  /**
   * Reads the table once and calls the listeners of topics that changed since the last call. The first call only sets
   * the baseline: make it before the first read of what the topics stand for.
   */
  poll(): Promise<void>;
  /** Looks every 500 ms until the answer is called. */
  start(onError: (error: unknown) => void): () => void;
}

/** Tells listeners what changed: at once for this process, within half a second for the others. */
export function createRevisions(db: Db): PolledRevisions {
  const listeners = new Map<Topic, (() => void)[]>();
  let seen: ReadonlyMap<string, number> | undefined;

  function announce(...topics: Topic[]): void {
    for (const topic of topics) for (const listener of listeners.get(topic) ?? []) listener();
  }

  async function poll(): Promise<void> {
    const before = seen;
    seen = await table.list(db);
    if (!before) return;
    for (const [topic, revision] of seen) if (before.get(topic) !== revision) announce(topic as Topic);
  }

  return {
    announce,
    poll,
    bump: (tx, ...topics) => table.increase(tx, topics),
    on(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    start(onError) {
      let stopped = false;
      const look = async () => {
        await poll().catch(onError);
        if (!stopped) setTimeout(look, POLL_MS).unref();
      };
      look();
      return () => {
        stopped = true;
      };
    },
  };
}

const POLL_MS = 500;
