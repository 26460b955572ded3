import { type BulkInsert, insertMany } from '../../../../db/bulk.ts';
import type { LogDb } from '../../../../db/schema.ts';
import { columns, type LogValues, type NewLogRow, storable, valuesOf } from '../log-values.ts';

const HOUR = 3600;

/**
 * Writes rows to ClickHouse. Rows that are stored already change nothing: tables and the sums that follow from them
 * count a request id once. The marks of late hours come last, so that a crash in between repeats the batch.
 */
export async function recordInClickhouse(
  logDb: LogDb,
  rows: readonly NewLogRow[],
  now = Math.floor(Date.now() / 1000),
): Promise<void> {
  const logged = rows.filter(({ unlogged }) => !unlogged).map(storable);
  const unlogged = rows.filter((row) => row.unlogged).map(storable);
  await insertMany(logDb, insertRows, logged.map(valuesOf));
  await insertMany(logDb, insertUnlogged, unlogged.map(callOf));
  const current = now - (now % HOUR);
  const hours = new Set([...logged, ...unlogged].map(({ created_at }) => created_at - (created_at % HOUR)));
  const late = [...hours].filter((hour) => hour !== current).map((hour) => [hour]);
  await insertMany(logDb, insertLate, late);
}

const insertRows: BulkInsert = { table: 'logs', columns };
const insertLate: BulkInsert = { table: 'late_hours', columns: ['hour'] };

const callColumns = [
  'request_id',
  'user_id',
  'created_at',
  'type',
  'username',
  'model_name',
  'quota',
  'prompt_tokens',
  'completion_tokens',
  'channel_id',
  'token_id',
  'group',
  'provider_cost',
] as const satisfies readonly (keyof LogValues)[];
const insertUnlogged: BulkInsert = { table: 'unlogged_calls', columns: callColumns };

function callOf(row: LogValues): (string | number | null)[] {
  return callColumns.map((column) => row[column]);
}
