import { LogType } from '@tollgate/contract';
import { insertMany } from '../../../db/bulk.ts';
import { asKey, flavorOf, insertIfNew, isDuplicateKey } from '../../../db/portable.ts';
import type { LogDb } from '../../../db/schema.ts';
import { recordInClickhouse } from './clickhouse/record-rows.ts';
import { NewLogNames } from './log-names.ts';
import { addToLogSums, addToRollups } from './log-rollups.ts';
import { columns, type LogValues, type NewLogRow, storable, valuesOf } from './log-values.ts';
import { isStreamed, queue } from './streamed-rows.ts';

export type { NewLogRow } from './log-values.ts';

/**
 * Writes rows and their sums, all or nothing; of unlogged calls the sums alone. A row whose `request_id` is
 * stored already changes nothing, so the same rows may be repeated after a crash. `alongside` runs in the
 * same transaction; it may run twice, the first time being rolled back.
 */
export async function record(
  logDb: LogDb,
  rows: readonly NewLogRow[],
  alongside?: (tx: LogDb) => Promise<void>,
): Promise<void> {
  if (flavorOf(logDb) === 'clickhouse') return recordInClickhouse(logDb, rows);
  const logged = rows.filter(({ unlogged }) => !unlogged).map(storable);
  const unlogged = rows.filter(({ unlogged }) => unlogged).map(storable);
  const names = newNamesOf(logDb);
  try {
    const written = await logDb.transaction().execute(async (tx) => {
      await insertMany(tx, insertRows, logged.map(valuesOf));
      if (isStreamed(logDb)) await queue(tx, logged);
      await insertMany(
        tx,
        insertUnlogged,
        unlogged.map(({ request_id, created_at, quota }) => [request_id, created_at, quota]),
      );
      await addToRollups(tx, [...logged, ...unlogged]);
      await addToLogSums(tx, logged);
      await alongside?.(tx);
      return names.write(tx, logged);
    });
    written.remember();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await recordOneByOne(logDb, logged, unlogged, alongside); // Rare: a sender repeats stored rows. Write them one by one.
  }
}

async function recordOneByOne(
  logDb: LogDb,
  logged: readonly LogValues[],
  unlogged: readonly LogValues[],
  alongside?: (tx: LogDb) => Promise<void>,
): Promise<void> {
  await logDb.transaction().execute(async (tx) => {
    const fresh: LogValues[] = [];
    for (const row of logged) {
      // A call that failed for its caller may be charged after a crash: its charge must have a row.
      if (row.type !== LogType.error) await deleteFailedCall(tx, row.request_id);
      if (await insertIfNew(tx, 'logs', row)) fresh.push(row);
    }
    if (isStreamed(logDb)) await queue(tx, fresh);
    await addToLogSums(tx, fresh);
    for (const row of unlogged) {
      const { request_id, created_at, quota } = row;
      if (await insertIfNew(tx, 'unlogged_calls', { request_id, created_at, quota })) fresh.push(row);
    }
    await addToRollups(tx, fresh);
    await newNamesOf(logDb).write(tx, logged);
    await alongside?.(tx);
  });
}

async function deleteFailedCall(tx: LogDb, request_id: string): Promise<void> {
  await tx
    .deleteFrom('logs')
    .where('request_id', '=', asKey(request_id))
    .where('type', '=', LogType.error)
    .execute();
}

const newNames = new WeakMap<LogDb, NewLogNames>();

function newNamesOf(logDb: LogDb): NewLogNames {
  const logNames = newNames.get(logDb) ?? new NewLogNames();
  newNames.set(logDb, logNames);
  return logNames;
}

const insertRows = { table: 'logs', columns };
const insertUnlogged = { table: 'unlogged_calls', columns: ['request_id', 'created_at', 'quota'] };
