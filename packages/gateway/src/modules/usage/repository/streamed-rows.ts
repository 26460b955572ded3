import type { Selectable } from 'kysely';
import { type BulkInsert, insertMany } from '../../../db/bulk.ts';
import type { LogDb, LogTable, StreamedRowTable } from '../../../db/schema.ts';

export type StreamedRow = Selectable<StreamedRowTable>;

const streamed = new WeakSet<LogDb>();

/** From now on, rows that are written through this connection wait for their copy to the stream. */
export function streamRows(logDb: LogDb): void {
  streamed.add(logDb);
}

export function isStreamed(logDb: LogDb): boolean {
  return streamed.has(logDb);
}

/** In the transaction that writes the rows: no row is missed and none is sent that was rolled back. */
export async function queue(tx: LogDb, rows: readonly { readonly request_id: string }[]): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  await insertMany(
    tx,
    insertStreamed,
    rows.map(({ request_id }) => [request_id, now]),
  );
}

const insertStreamed: BulkInsert = { table: 'streamed_rows', columns: ['request_id', 'queued_at'] };

/** The rows that have waited longest. */
export function listWaiting(logDb: LogDb, limit: number): Promise<StreamedRow[]> {
  return logDb.selectFrom('streamed_rows').selectAll().orderBy('id').limit(limit).execute();
}

/** Counts up to `cap`. */
export async function countWaiting(logDb: LogDb, cap: number): Promise<number> {
  const waiting = logDb.selectFrom('streamed_rows').select('id').limit(cap);
  const { total } = await logDb
    .selectFrom(waiting.as('waiting'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export function findRows(logDb: LogDb, ids: readonly string[]): Promise<Selectable<LogTable>[]> {
  return logDb
    .selectFrom('logs')
    .selectAll()
    .where('request_id', 'in', [...ids])
    .orderBy('id')
    .execute();
}

export async function deleteSent(logDb: LogDb, rows: readonly StreamedRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += SLICE)
    await logDb
      .deleteFrom('streamed_rows')
      .where('id', 'in', ids.slice(from, from + SLICE))
      .execute();
}

const SLICE = 500;
