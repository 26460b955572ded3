import { LOG_COUNT_LIMIT, LogType } from '@tollgate/contract';
import { type RawBuilder, sql } from 'kysely';
import { flavorOf } from '../../../db/portable.ts';
import type { LogDb } from '../../../db/schema.ts';
import { isKnownToReachCap, rememberCap } from './known-caps.ts';
import { findsNothing, isModel, isPattern, type LogFilter, matching, partsOf } from './log-filter.ts';
import { type LogDimension, logSumSpans } from './log-rollups.ts';

export interface LogSum {
  quota: number;
  /** Calls since `recentSince`. */
  rpm: number;
  /** Tokens since then. */
  tpm: number;
  /** Rows of failed calls, counted up to the limit of pages. */
  failed_calls: number;
}

/**
 * Counts up to the cap: users do not page further, and counting a million rows takes seconds. A filter that reached the
 * cap is not counted again for a while, because rows are only added.
 *
 * @param log which log is remembered, where each request has a reader of its own
 */
export async function count(db: LogDb, filter: LogFilter, log: LogDb = db): Promise<number> {
  if (findsNothing(filter)) return 0;
  if (isKnownToReachCap(log, filter)) return LOG_COUNT_LIMIT;
  const total = await countRows(db, filter);
  if (total === LOG_COUNT_LIMIT) rememberCap(log, filter);
  return total;
}

async function countRows(db: LogDb, filter: LogFilter): Promise<number> {
  const counts = await Promise.all(partsOf(db, filter).map((part) => countPart(db, part)));
  return Math.min(
    LOG_COUNT_LIMIT,
    counts.reduce((sum, part) => sum + part, 0),
  );
}

async function countPart(db: LogDb, filter: LogFilter): Promise<number> {
  const { total } = await db
    .selectFrom(matching(db, filter).select('id').limit(LOG_COUNT_LIMIT).as('capped'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Sums of consumption: quota over the filter, calls and tokens since `recentSince` (unix seconds). Counts the
 * failed calls of the filter apart.
 */
export async function sum(db: LogDb, filter: LogFilter, recentSince: number): Promise<LogSum> {
  if (findsNothing(filter)) return { quota: 0, rpm: 0, tpm: 0, failed_calls: 0 };
  const quota = (await sumStored(db, filter)) ?? (await sumRows(db, filter));
  const range = { start_timestamp: recentSince, end_timestamp: undefined };
  const recent = await matching(db, { ...filter, ...range, type: LogType.consumption })
    .select((eb) => eb.fn.countAll<number>().as('calls'))
    .select((eb) => eb.fn.sum<number | null>('prompt_tokens').as('prompt'))
    .select((eb) => eb.fn.sum<number | null>('completion_tokens').as('completion'))
    .executeTakeFirstOrThrow();
  const tpm = Number(recent.prompt ?? 0) + Number(recent.completion ?? 0);
  const failed_calls = await count(db, { ...filter, type: LogType.error });
  return { quota, rpm: Number(recent.calls), tpm, failed_calls };
}

async function sumRows(db: LogDb, filter: LogFilter): Promise<number> {
  const { quota } = await matching(db, { ...filter, type: LogType.consumption })
    .select((eb) => eb.fn.sum<number | null>('quota').as('quota'))
    .executeTakeFirstOrThrow();
  return Number(quota ?? 0);
}

/**
 * The same from stored sums by hour or day, and from rows for the rest of the range at both ends. Undefined
 * when no stored sum fits the filter.
 */
async function sumStored(db: LogDb, filter: LogFilter): Promise<number | undefined> {
  // Sums outlive their rows; the log begins at its horizon.
  const horizon = await db.selectFrom('log_horizon').select('deleted_before').executeTakeFirst();
  const from = Math.max(filter.start_timestamp || 0, Number(horizon?.deleted_before ?? 0));
  const to = filter.end_timestamp || END_OF_TIME;
  const source =
    flavorOf(db) === 'clickhouse'
      ? countedHoursOf(db, filter)
      : (storedSumOf(filter) ?? (await userModelsOf(db, filter, from, to)));
  if (!source) return undefined;
  if (from > to) return 0;

  const { span } = source;
  const first = Math.ceil(from / span) * span;
  const end = to === END_OF_TIME ? to : Math.floor((to + 1) / span) * span;
  if (first >= end) return sumRows(db, { ...filter, start_timestamp: from, end_timestamp: to });
  const parts = await Promise.all([
    sumWhole(db, source, first, end),
    from < first ? sumRows(db, { ...filter, start_timestamp: from, end_timestamp: first - 1 }) : 0,
    end <= to && to !== END_OF_TIME ? sumRows(db, { ...filter, start_timestamp: end, end_timestamp: to }) : 0,
  ]);
  return parts.reduce((total, part) => total + part, 0);
}

/** Rows of stored sums, each of `span` seconds. */
interface StoredSum {
  span: number;
  query: RawBuilder<unknown>;
  /** The column of the start. */
  start: RawBuilder<unknown>;
}

const createdAt = sql.ref('created_at');

/** Requires one filter, or none. */
function storedSumOf(filter: LogFilter): StoredSum | undefined {
  const { userIds, tokenId, username, token_name, userId, model_name = '', models, channel, group } = filter;
  if (userIds || tokenId !== undefined || username || token_name || isPattern(model_name)) return undefined;
  const names: [LogDimension, readonly string[]][] = [];
  if (userId !== undefined) names.push(['user', [String(userId)]]);
  if (model_name) names.push(['model', [model_name]]);
  if (models) names.push(['model', models]);
  if (channel) names.push(['channel', [String(channel)]]);
  if (group) names.push(['group', [group]]);
  const [dimension, values] = names[0] ?? ['all', ['']];
  if (names.length > 1) return undefined;
  const query = sql`log_sums where dimension = ${dimension} and name in (${sql.join([...values])})`;
  return { span: logSumSpans[dimension], query, start: createdAt };
}

/** A user's models: these sums are for charts, and unusable when they count calls without a row. */
async function userModelsOf(
  db: LogDb,
  { userIds, tokenId, username, token_name, userId, model_name = '', models, channel, group }: LogFilter,
  from: number,
  to: number,
): Promise<StoredSum | undefined> {
  if (userIds || tokenId !== undefined || username || token_name || channel || group) return undefined;
  if (userId === undefined || isPattern(model_name)) return undefined;
  const unlogged = await db
    .selectFrom('unlogged_calls')
    .select('request_id')
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .limit(1)
    .executeTakeFirst();
  if (unlogged) return undefined;
  const names = models ?? [model_name];
  return {
    span: HOUR,
    start: createdAt,
    query: sql`quota_data where user_id = ${userId} and model_name in (${sql.join([...names])})`,
  };
}

/** `end` is not included. */
async function sumWhole(db: LogDb, { query, start }: StoredSum, from: number, end: number): Promise<number> {
  const { rows } = await sql<{ quota: number | null }>`select sum(quota) as quota from ${query}
    and ${start} >= ${from} and ${start} < ${end}`.execute(db);
  return Number(rows[0]?.quota ?? 0);
}

/** ClickHouse counts hours by all that a filter names, except for names of users and tokens of the time. */
function countedHoursOf(db: LogDb, filter: LogFilter): StoredSum | undefined {
  const { userId, userIds, tokenId, username, token_name, model_name, models, channel, group } = filter;
  if (username || token_name) return undefined;
  const wanted = [sql<unknown>`is_logged = 1`];
  if (userId !== undefined) wanted.push(sql`user_id = ${userId}`);
  if (userIds) wanted.push(sql`user_id in (${sql.join([...userIds])})`);
  if (tokenId !== undefined) wanted.push(sql`token_id = ${tokenId}`);
  if (model_name) wanted.push(isModel(db, model_name));
  if (models) wanted.push(sql`model_name in (${sql.join([...models])})`);
  if (channel) wanted.push(sql`channel_id = ${channel}`);
  if (group) wanted.push(sql`${sql.ref('group')} = ${group}`);
  const query = sql`log_usage where ${sql.join(wanted, sql` and `)}`;
  return { span: HOUR, query, start: sql.ref('hour') };
}

const HOUR = 3600;
/** Larger than any time, and an integer for every database. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER;
