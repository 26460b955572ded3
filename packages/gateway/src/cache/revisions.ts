import type { Change, ChangeListener, Revisions, Topic } from '../core/context.ts';
import type { Db } from '../db/schema.ts';
import * as table from '../modules/shared/repository/revisions.ts';

export interface PolledRevisions extends Revisions {
  /**
   * Reads the table once and calls the listeners of topics that changed since the last call. The first call
   * only sets the baseline: call it before the first read of the data behind the topics.
   */
  poll(): Promise<void>;
  /** Polls every 500 ms. Returns a function that stops it. */
  start(onError: (error: unknown) => void): () => void;
}

/**
 * Notifies listeners of changes: at once in this process, within half a second in the others.
 * @param tellOthers lets other processes poll at once, if it can
 */
export function createRevisions(db: Db, tellOthers: () => void = () => {}): PolledRevisions {
  const listeners = new Map<Topic, ChangeListener[]>();
  /** The last revision of each topic whose listeners were called; undefined before the first poll. */
  let seen: Map<string, number> | undefined;

  function announceOne(topic: Topic, userId?: number): void {
    for (const listener of listeners.get(topic) ?? []) listener(userId);
  }

  function announce(...changes: Change[]): void {
    for (const change of changes)
      if (typeof change === 'string') announceOne(change);
      else announceOne(change.topic, change.userId);
    tellOthers();
  }

  async function announceSince(topic: Topic, since: number, until: number): Promise<void> {
    const users = await table.listUsers(db, topic, since, until);
    if (users) for (const userId of users) announceOne(topic, userId);
    else announceOne(topic);
  }

  async function poll(): Promise<void> {
    const current = await table.list(db);
    if (!seen) {
      seen = current;
      return;
    }
    for (const [topic, revision] of current) {
      const since = seen.get(topic) ?? 0;
      if (since === revision) continue;
      await announceSince(topic as Topic, since, revision);
      seen.set(topic, revision); // Only now: after an error the next poll reads the same changes again.
    }
  }

  return {
    announce,
    poll,
    bump: (tx, ...changes) => table.increase(tx, changes),
    on(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    start(onError) {
      let stopped = false;
      const look = async () => {
        if (stopped) return; // The databases may be closed by now.
        await poll().catch((error: unknown) => stopped || onError(error));
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
