import { sql } from 'kysely';
import { type BulkInsert, insertMany } from '../../../../db/bulk.ts';
import type { LogDb } from '../../../../db/schema.ts';

/** Usage of an hour from before the first row, of a log that an import takes over. */
export interface EarlierHour {
  /** In the log that it comes from, where an hour may have several. */
  readonly id: number;
  readonly hour: number;
  readonly userId: number;
  readonly username: string;
  readonly model: string;
  readonly calls: number;
  readonly tokens: number;
  readonly quota: number;
}

/**
 * Adds hours that no row is left of to those that are counted. They count like calls without a row. Their channel is
 * not known: its place in the key has the id of the hour, below zero, so that a repetition replaces it.
 */
export async function addEarlierHours(logDb: LogDb, hours: readonly EarlierHour[]): Promise<void> {
  await insertMany(
    logDb,
    insertHours,
    hours.map(({ id, hour, userId, username, model, calls, tokens, quota }) => [
      ...[hour, userId, 0, -id, model, '', 0, username],
      ...[calls, tokens, quota, 0, 0, 0],
    ]),
  );
}

/**
 * Makes totals of channels what they were where the log comes from, by what is missing in the counted hours. It is
 * in the first hour of 1970, where no chart and no sum over time finds it.
 */
export async function setChannelTotals(logDb: LogDb, totals: ReadonlyMap<number, number>): Promise<void> {
  if (totals.size === 0) return;
  const { rows } = await sql<{ channel_id: number; quota: number }>`
    select channel_id, sum(log_usage.quota) as quota from log_usage
    where hour > 0 and channel_id in (${sql.join([...totals.keys()])}) group by channel_id`.execute(logDb);
  const counted = new Map(rows.map(({ channel_id, quota }) => [Number(channel_id), Number(quota)]));
  await insertMany(
    logDb,
    insertHours,
    [...totals].map(([channel, total]) => [
      ...[0, 0, 0, channel, '', '', 0, ''],
      ...[0, 0, total - (counted.get(channel) ?? 0), 0, 0, 0],
    ]),
  );
}

const insertHours: BulkInsert = {
  table: 'log_hours',
  columns: [
    ...['hour', 'user_id', 'token_id', 'channel_id', 'model_name', 'group', 'is_logged', 'username'],
    ...['calls', 'tokens', 'quota', 'known_calls', 'known_quota', 'provider_cost'],
  ],
};
