import type { Db } from '../db/schema.ts';
import type { UsageRow } from './usage-row.ts';

/** Hands everything over that waits. Answers how many. */
export type Delivery = () => Promise<number>;

const pageSize = 200;

/**
 * Delivers the usage-log rows that are due. The outbox has the rows of recovered calls, of changes by the console, and
 * on a database server of every call, each written in the transaction that moved the money. Rows of a call that has just
 * ended are not due yet: the gateway that ended it delivers them itself.
 *
 * Delivery may happen twice, never not at all; the log knows its rows by their request id.
 */
export function usageDelivery(db: Db, record: (rows: readonly UsageRow[]) => Promise<void>): Delivery {
  return oneAtATime(async () => {
    let delivered = 0;
    for (;;) {
      const page = await db
        .selectFrom('outbox')
        .select(['id', 'payload'])
        .where('topic', '=', 'usage')
        .where('next_at', '<=', Math.floor(Date.now() / 1000))
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

/** Removes the rows from the outbox that the usage log has. */
export async function deleteDelivered(db: Db, rows: readonly UsageRow[]): Promise<void> {
  const ids = rows.map(({ request_id }) => request_id);
  await db.deleteFrom('outbox').where('dedup_key', 'in', ids).execute();
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
