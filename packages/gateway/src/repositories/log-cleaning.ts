import { upsert } from '../db/portable.ts';
import type { LogDb } from '../db/schema.ts';

/** Seconds. What happened before is no longer in the log, or on its way out. */
export async function findHorizon(logDb: LogDb): Promise<number> {
  const row = await logDb.selectFrom('log_horizon').select('deleted_before').executeTakeFirst();
  return row ? Number(row.deleted_before) : 0;
}

/**
 * Says that the log is complete from `before` on, never earlier than it said. Comes before the deletion: whoever checks
 * the log against the ledger must not miss the rows of one that was cut short.
 */
export async function moveHorizon(logDb: LogDb, before: number): Promise<void> {
  const known = await findHorizon(logDb);
  if (before > known) await upsert(logDb, 'log_horizon', ['id'], { id: 1, deleted_before: before });
}

/** How many rows wait for their deletion, counted up to `cap`. */
export async function countBefore(logDb: LogDb, before: number, cap: number): Promise<number> {
  const old = logDb.selectFrom('logs').select('id').where('created_at', '<', before).limit(cap);
  const { total } = await logDb
    .selectFrom(old.as('old'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Removes the oldest rows before `before`, one small slice, and what belongs to them. Their sums stay. Answers how many. */
export async function deleteSlice(logDb: LogDb, before: number, limit = SLICE): Promise<number> {
  const old = await logDb
    .selectFrom('logs')
    .select('id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await logDb.deleteFrom('logs').where('id', 'in', ids).execute();
  return ids.length;
}

/** The same for calls without a row, and for attempts that failed. Answers how many. */
export async function deleteCompanions(logDb: LogDb, before: number, limit = SLICE): Promise<number> {
  const calls = logDb.selectFrom('unlogged_calls').select('request_id').where('created_at', '<', before);
  const names = (await calls.limit(limit).execute()).map(({ request_id }) => request_id);
  if (names.length > 0) await logDb.deleteFrom('unlogged_calls').where('request_id', 'in', names).execute();

  const attempts = logDb
    .selectFrom('attempts')
    .select('id')
    .where('started_at', '<', before * 1000);
  const ids = (await attempts.limit(limit).execute()).map(({ id }) => id);
  if (ids.length > 0) await logDb.deleteFrom('attempts').where('id', 'in', ids).execute();
  return names.length + ids.length;
}

const SLICE = 1000;
