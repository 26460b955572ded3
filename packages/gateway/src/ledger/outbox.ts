import type { Db } from '../db/schema.ts';
import type { UsageRow } from './usage-row.ts';

/** Hands everything over that waits. Answers how many. */
export type Delivery = () => Promise<number>;

const pageSize = 200;

/**
 * Log rows of recovered calls wait in the outbox, where they were put in the transaction that charged the call. Delivery
 * may happen twice, never not at all; the log knows its rows by their request id.
 */
export function usageDelivery(db: Db, record: (rows: readonly UsageRow[]) => Promise<void>): Delivery {
  return oneAtATime(async () => {
    let delivered = 0;
    for (;;) {
      const page = await db
        .selectFrom('outbox')
        .select(['id', 'payload'])
        .where('topic', '=', 'usage')
        .orderBy('id')
        .limit(pageSize)
        .execute();
      if (page.length === 0) return delivered;
      await record(page.map(({ payload }) => JSON.parse(payload) as UsageRow));
      const ids = page.map(({ id }) => id);
      await db.deleteFrom('outbox').where('id', 'in', ids).execute();
      delivered += page.length;
    }
  });
}

/** Whoever asks during a round gets the next one, together with all others who asked. */
function oneAtATime(deliver: Delivery): Delivery {
  let running: Promise<number> | undefined;
  let next: Promise<number> | undefined;
  const start = () => {
    next = undefined;
    running = deliver().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(start, start);
    return next;
  };
}
