import { LogType } from '@tollgate/contract';
import { createMonths, dropMonths, hasMonths, wholeMonths } from '../../../db/log-months.ts';
import { flavorOf, insertIfNew, type UntypedDb } from '../../../db/portable.ts';
import type { LogDb } from '../../../db/schema.ts';
import { closeHours } from './clickhouse/close-hours.ts';
import { countDroppable, dropWeeks } from './clickhouse/drop-weeks.ts';
import { weekOf } from './clickhouse/weeks.ts';
import { forgetCaps } from './known-caps.ts';
import { isType } from './log-filter.ts';
import { findHorizon } from './log-horizon.ts';

export { findHorizon } from './log-horizon.ts';

/**
 * Stores that the log is complete from `before` on; never moves back. Comes before the deletion: a comparison
 * of the log with the ledger must not miss the rows of an interrupted one. Where whole partitions are dropped, the
 * log is complete from the beginning of one on.
 */
export async function moveHorizon(logDb: LogDb, time: number): Promise<void> {
  const flavor = flavorOf(logDb);
  if (flavor === 'clickhouse') {
    // Its table keeps the latest of all values.
    await logDb
      .insertInto('log_horizon')
      .values({ id: 1, deleted_before: weekOf(time) })
      .execute();
    return;
  }
  const before = (await hasMonths(untyped(logDb))) ? await wholeMonths(untyped(logDb), time) : time;
  if (await raiseHorizon(logDb, before)) return;
  if ((await findHorizon(logDb)) >= before) return;
  if (!(await insertIfNew(logDb, 'log_horizon', { id: 1, deleted_before: before })))
    await raiseHorizon(logDb, before);
}

/** One statement, so that an older value never replaces a newer one. Returns whether the horizon moved. */
async function raiseHorizon(logDb: LogDb, before: number): Promise<boolean> {
  const { numUpdatedRows } = await logDb
    .updateTable('log_horizon')
    .set({ deleted_before: before })
    .where('id', '=', 1)
    .where('deleted_before', '<', before)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Counts rows to delete, up to `cap`. */
export async function countBefore(logDb: LogDb, before: number, cap: number): Promise<number> {
  if (flavorOf(logDb) === 'clickhouse') return Math.min(cap, await countDroppable(logDb, before));
  const old = logDb.selectFrom('logs').select('id').where('created_at', '<', before).limit(cap);
  const { total } = await logDb
    .selectFrom(old.as('old'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Removes one small slice of the oldest rows before `before`, and what belongs to them. Keeps their sums.
 * Returns how many.
 */
export async function deleteSlice(logDb: LogDb, before: number, limit = SLICE): Promise<number> {
  forgetCaps();
  const flavor = flavorOf(logDb);
  if (flavor === 'clickhouse') return dropWeeks(logDb, before);
  if (flavor !== 'sqlite') {
    const dropped = await dropMonths(untyped(logDb), before);
    if (dropped > 0) return dropped;
  }
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

/** Removes rows of failed calls beyond the newest `kept`, one small slice. Returns how many. */
export async function deleteFailedCalls(logDb: LogDb, kept: number, limit = SLICE): Promise<number> {
  if (agesByItself(logDb)) return 0;
  forgetCaps();
  const beyond = await logDb
    .selectFrom('logs')
    .select('id')
    .where(isType(LogType.error))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(kept)
    .limit(limit)
    .execute();
  const ids = beyond.map(({ id }) => id);
  if (ids.length > 0) await logDb.deleteFrom('logs').where('id', 'in', ids).execute();
  return ids.length;
}

/** The same for calls without a row, and for failed attempts. Returns how many. */
export async function deleteCompanions(logDb: LogDb, before: number, limit = SLICE): Promise<number> {
  if (agesByItself(logDb)) return 0;
  const calls = logDb.selectFrom('unlogged_calls').select('request_id').where('created_at', '<', before);
  const names = (await calls.limit(limit).execute()).map(({ request_id }) => request_id);
  if (names.length > 0) await logDb.deleteFrom('unlogged_calls').where('request_id', 'in', names).execute();
  return names.length + (await deleteAttempts(logDb, { startedBefore: before * 1000 }, limit));
}

/** Limits beyond which failed attempts are deleted. */
export interface OldAttempts {
  /** Milliseconds since 1970. */
  readonly startedBefore: number;
  /** Rows with this id or a smaller one exceed the number that is kept. */
  readonly upToId?: number;
}

/** Removes failed attempts, one small slice. Returns how many. */
export async function deleteAttempts(
  logDb: LogDb,
  { startedBefore, upToId = 0 }: OldAttempts,
  limit = SLICE,
): Promise<number> {
  if (agesByItself(logDb)) return 0;
  const attempts = logDb.selectFrom('attempts').select('id').limit(limit);
  const old = await attempts.where('started_at', '<', startedBefore).execute();
  const beyond = old.length < limit ? await attempts.where('id', '<=', upToId).execute() : [];
  const ids = new Set([...old, ...beyond].map(({ id }) => id));
  if (ids.size > 0)
    await logDb
      .deleteFrom('attempts')
      .where('id', 'in', [...ids])
      .execute();
  return ids.size;
}

/** Returns the id up to which attempts must be deleted so that at most `limit` stay. */
export async function attemptsBeyond(logDb: LogDb, limit: number): Promise<number> {
  const newest = await logDb.selectFrom('attempts').select('id').orderBy('id', 'desc').executeTakeFirst();
  return Math.max(0, Number(newest?.id ?? 0) - limit);
}

/** What makes room and sums ahead of time: the partitions of the next months, on ClickHouse the counts of hours. */
export async function prepare(logDb: LogDb, now: number): Promise<void> {
  if (flavorOf(logDb) === 'clickhouse') await closeHours(logDb, now);
  else if (await hasMonths(untyped(logDb))) await createMonths(untyped(logDb), now);
}

function untyped(logDb: LogDb): UntypedDb {
  return logDb as unknown as UntypedDb;
}

/** Tables of ClickHouse have a time to live, and the partitions of companions go with those of the log. */
export function agesByItself(logDb: LogDb): boolean {
  return flavorOf(logDb) === 'clickhouse';
}

const SLICE = 1000;
