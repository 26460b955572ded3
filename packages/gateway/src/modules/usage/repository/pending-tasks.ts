import type { Selectable } from 'kysely';
import { forUpdate } from '../../../db/portable.ts';
import type { Db, PendingTaskTable } from '../../../db/schema.ts';

export type PendingTask = Selectable<PendingTaskTable>;
export type Platform = PendingTask['platform'];

/** Call in the transaction that inserts the row of the task. */
export async function add(
  tx: Db,
  row: Pick<PendingTask, 'platform' | 'row_id' | 'request_id' | 'lease_until'> & { holder?: string },
): Promise<void> {
  await tx.insertInto('pending_tasks').values(row).execute();
}

/**
 * Claims free rows, longest waiting first, until `until` (milliseconds). Concurrent processes never get the
 * same row, so `claimed` may be fewer than the `due` rows.
 */
export async function claim(
  db: Db,
  platform: Platform,
  { holder, now, until, limit }: { holder: string; now: number; until: number; limit: number },
): Promise<{ due: number; claimed: PendingTask[] }> {
  const due = await db
    .selectFrom('pending_tasks')
    .select('id')
    .where('platform', '=', platform)
    .where('lease_until', '<=', now)
    .orderBy('lease_until')
    .orderBy('id')
    .limit(limit)
    .execute();
  if (due.length === 0) return { due: 0, claimed: [] };
  const ids = due.map(({ id }) => id);
  await db
    .updateTable('pending_tasks')
    .set({ holder, lease_until: until })
    .where('id', 'in', ids)
    .where('lease_until', '<=', now)
    .execute();
  const rows = await db
    .selectFrom('pending_tasks')
    .selectAll()
    .where('id', 'in', ids)
    .where('holder', '=', holder)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { due: ids.length, claimed: ids.flatMap((id) => byId.get(id) ?? []) };
}

/** Extends the claims of a holder until `until` (milliseconds). */
export async function renew(db: Db, holder: string, until: number): Promise<void> {
  await db.updateTable('pending_tasks').set({ lease_until: until }).where('holder', '=', holder).execute();
}

/** Locks a row until the transaction ends. Returns false when it ended or when another holder has it. */
export async function lock(tx: Db, platform: Platform, rowId: number, holder: string): Promise<boolean> {
  const query = tx
    .selectFrom('pending_tasks')
    .select('id')
    .where('platform', '=', platform)
    .where('row_id', '=', rowId)
    .where('holder', '=', holder);
  return (await forUpdate(tx, query).executeTakeFirst()) !== undefined;
}

/** Names another call that pays for a row. */
export async function changePayer(tx: Db, platform: Platform, rowId: number, requestId: string) {
  await tx
    .updateTable('pending_tasks')
    .set({ request_id: requestId })
    .where('platform', '=', platform)
    .where('row_id', '=', rowId)
    .execute();
}

/** Releases rows of a holder, to be polled again from `at` (milliseconds) on. */
export async function release(
  db: Db,
  {
    platform,
    holder,
    rowIds,
    at,
  }: { platform: Platform; holder: string; rowIds: readonly number[]; at: number },
): Promise<void> {
  await db
    .updateTable('pending_tasks')
    .set({ holder: '', lease_until: at })
    .where('platform', '=', platform)
    .where('row_id', 'in', rowIds)
    .where('holder', '=', holder)
    .execute();
}

/** Releases all rows of a holder. */
export async function releaseAll(db: Db, holder: string, at: number): Promise<void> {
  await db
    .updateTable('pending_tasks')
    .set({ holder: '', lease_until: at })
    .where('holder', '=', holder)
    .execute();
}

/**
 * Frees rows whose hold is gone although their holder has not ended them: it was killed, and its calls are recovered.
 * Rows whose lease ends after `until` (milliseconds) were claimed just now, and may not have their hold yet.
 */
export async function freeUnpaid(
  db: Db,
  platform: Platform,
  { now, until }: { now: number; until: number },
): Promise<void> {
  await db
    .updateTable('pending_tasks')
    .set({ holder: '', lease_until: now })
    .where('platform', '=', platform)
    .where('lease_until', '>', now)
    .where('lease_until', '<=', until)
    .where('holder', '!=', '')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('hold').select('hold.id').whereRef('hold.id', '=', 'pending_tasks.request_id'))),
    )
    .execute();
}

/** Removes a finished task. Returns true to the first caller only. */
export async function remove(tx: Db, platform: Platform, rowId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('pending_tasks')
    .where('platform', '=', platform)
    .where('row_id', '=', rowId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Makes a row due at `now`, for example when its provider reports a change. */
export async function pollSoon(db: Db, platform: Platform, rowId: number, now: number): Promise<void> {
  await db
    .updateTable('pending_tasks')
    .set({ lease_until: now })
    .where('platform', '=', platform)
    .where('row_id', '=', rowId)
    .where('holder', '=', '')
    .execute();
}
