import { healthColumns } from '../../core/health-columns.ts';

const WEEK = `toMonday(toDateTime(created_at, 'UTC'))`;

/** Columns that rows have with and without a place in the log. */
const CALL = `request_id String,
  user_id Int64,
  created_at Int64,
  type Int64,
  username String,
  model_name LowCardinality(String),
  quota Int64,
  prompt_tokens Int64,
  completion_tokens Int64,
  channel_id Int64,
  token_id Int64,
  "group" LowCardinality(String),
  provider_cost Nullable(Int64)`;

function logs(): string {
  // The charge of a call replaces the row of its failure. Ids are for programs that read rows; nothing counts them.
  return `create table if not exists logs (
  ${CALL},
  content String,
  token_name String,
  use_time Int64,
  duration_ms Int64,
  first_token_ms Int64,
  status Int64,
  is_stream Int64,
  billing_basis LowCardinality(String),
  other String codec(ZSTD(3)),
  id Int64 default created_at * 2097152 + toInt64(cityHash64(request_id) % 2097152),
  is_charged UInt8 default type <> 5,
  index by_request request_id type bloom_filter(0.001) granularity 1,
  index by_user user_id type bloom_filter granularity 1,
  index by_token token_id type bloom_filter granularity 1,
  index by_channel channel_id type set(256) granularity 1
) engine = ReplacingMergeTree(is_charged)
partition by ${WEEK} order by (created_at, request_id)
ttl toDateTime(created_at, 'UTC') + interval 30 day delete where type = 5`;
}

/** Calls that were charged while the log was off. */
function unlogged(): string {
  return `create table if not exists unlogged_calls (${CALL})
engine = ReplacingMergeTree partition by ${WEEK} order by (created_at, request_id)`;
}

/** What was used in an hour. The newest count of an hour replaces the ones before. */
function hours(): string {
  return `create table if not exists log_hours (
  hour Int64,
  user_id Int64,
  token_id Int64,
  channel_id Int64,
  model_name LowCardinality(String),
  "group" LowCardinality(String),
  is_logged UInt8,
  username String,
  calls Int64,
  tokens Int64,
  quota Int64,
  known_calls Int64,
  known_quota Int64,
  provider_cost Int64,
  counted_at DateTime64(3) default now64(3)
) engine = ReplacingMergeTree(counted_at)
partition by toYYYYMM(toDateTime(hour, 'UTC'))
order by (hour, user_id, token_id, channel_id, model_name, "group", is_logged)`;
}

/** Hours that were counted, hours that got rows afterwards, and the time from which the log is complete. */
function marks(): string[] {
  return [
    `create table if not exists closed_hours (hour Int64, counted_at DateTime64(3))
engine = ReplacingMergeTree(counted_at) order by hour`,
    `create table if not exists late_hours (hour Int64, written_at DateTime64(3) default now64(3))
engine = ReplacingMergeTree(written_at) order by hour`,
    `create table if not exists log_horizon (id Int64, deleted_before Int64)
engine = ReplacingMergeTree(deleted_before) order by id`,
  ];
}

/** Filled by the rows that bring them. */
function names(): string[] {
  return [
    `create table if not exists log_user_names (username String, user_id Int64)
engine = ReplacingMergeTree order by (username, user_id)`,
    `create materialized view if not exists log_user_names_of_rows to log_user_names as
select distinct username, user_id from logs where username <> ''`,
    `create table if not exists log_model_names (model_name String)
engine = ReplacingMergeTree order by model_name`,
    `create materialized view if not exists log_model_names_of_rows to log_model_names as
select distinct model_name from logs where model_name <> '' and not (type = 5 and channel_id = 0)`,
  ];
}

function attempts(): string {
  return `create table if not exists attempts (
  id Int64 default started_at,
  request_id String,
  n Int64,
  channel_id Int64,
  error_class LowCardinality(String),
  status Int64,
  started_at Int64,
  ended_at Int64
) engine = MergeTree order by (channel_id, started_at)
ttl toDateTime(intDiv(started_at, 1000), 'UTC') + interval 30 day`;
}

/** Counts are added by writing them. */
function channelHealth(): string {
  const counts = healthColumns.map((column) => `${column} Int64 default 0`).join(',\n  ');
  return `create table if not exists channel_health (
  span Int64,
  channel_id Int64,
  created_at Int64,
  ${counts}
) engine = SummingMergeTree order by (span, channel_id, created_at)
ttl toDateTime(created_at, 'UTC') + interval 8 day delete where span = 60,
  toDateTime(created_at, 'UTC') + interval 100 day delete where span = 3600`;
}

function calls(): string {
  const columns = `created_at, user_id, token_id, channel_id, model_name, "group", username,
  prompt_tokens, completion_tokens, quota, provider_cost`;
  return `create view if not exists log_calls as
select ${columns}, toUInt8(1) as is_logged from logs final where type = 2
union all select ${columns}, toUInt8(0) as is_logged from unlogged_calls final`;
}

/** Before it, hours count; from it on, rows. */
function watermark(): string {
  return `create view if not exists log_watermark as
select if(count() = 0, 0, max(hour) + 3600) as hour from closed_hours`;
}

/** Also what closes an hour writes. */
export const COUNTS = `select intDiv(created_at, 3600) * 3600 as hour, user_id, token_id, channel_id, model_name,
  "group", is_logged, max(log_calls.username) as username, toInt64(count()) as calls,
  sum(prompt_tokens + completion_tokens) as tokens, sum(log_calls.quota) as quota,
  toInt64(countIf(log_calls.provider_cost is not null)) as known_calls,
  sumIf(log_calls.quota, log_calls.provider_cost is not null) as known_quota,
  ifNull(sum(log_calls.provider_cost), 0) as provider_cost
from log_calls`;
export const COUNTED_BY = `group by hour, user_id, token_id, channel_id, model_name, "group", is_logged`;
export const HOUR_COLUMNS = `hour, user_id, token_id, channel_id, model_name, "group", is_logged, username, calls,
  tokens, quota, known_calls, known_quota, provider_cost`;

function usage(): string {
  return `create view if not exists log_usage as
select ${HOUR_COLUMNS} from log_hours final where hour < (select hour from log_watermark)
union all
select ${HOUR_COLUMNS} from (${COUNTS} where created_at >= (select hour from log_watermark) ${COUNTED_BY})`;
}

function sums(): string[] {
  const day = 'intDiv(hour, 86400) * 86400';
  const measured = `sum(log_usage.tokens) as token_used, sum(log_usage.calls) as "count",
  sum(log_usage.quota) as quota from log_usage`;
  const margin = `sum(known_calls) as "count", sum(known_quota) as quota, sum(log_usage.provider_cost) as provider_cost
from log_usage where known_calls > 0`;
  const quota = 'sum(log_usage.quota) as quota from log_usage where is_logged = 1';
  const by = (name: string, span: string, measure: string) => (dimension: string) =>
    `select '${dimension}' as dimension, ${name} as name, ${span} as created_at, ${measure} group by name, created_at`;
  const logSums = [
    by(`''`, 'hour', quota)('all'),
    by('toString(channel_id)', 'hour', quota)('channel'),
    by('toString("group")', 'hour', quota)('group'),
    by('toString(model_name)', 'hour', quota)('model'),
    by('toString(user_id)', day, quota)('user'),
  ];
  const marginSums = [
    by(`''`, day, margin)('day'),
    by('toString(channel_id)', day, margin)('channel'),
    by('toString("group")', day, margin)('group'),
    by('toString(model_name)', day, margin)('model'),
  ];
  return [
    `create view if not exists quota_data as select user_id, toString(model_name) as model_name,
  hour as created_at, max(log_usage.username) as username, ${measured} group by user_id, model_name, created_at`,
    `create view if not exists model_hours as select hour as created_at, toString(model_name) as model_name,
  ${measured} group by created_at, model_name`,
    `create view if not exists token_days as select token_id, ${day} as created_at, ${measured}
where token_id <> 0 group by token_id, created_at`,
    `create view if not exists channel_usage as select channel_id, sum(log_usage.quota) as quota from log_usage
group by channel_id`,
    `create view if not exists log_sums as ${logSums.join('\nunion all ')}`,
    `create view if not exists margin_sums as ${marginSums.join('\nunion all ')}`,
  ];
}

/**
 * The usage log on ClickHouse. Rows that were written twice are one row: their key has the request id, and
 * `ReplacingMergeTree` keeps one row a key. Insert tokens would not do, as a batch that is repeated after a crash
 * has other rows than the first time.
 *
 * Sums are views with the names and columns of the other databases. They read `log_hours` for hours that are
 * closed, and rows for the rest. An hour is closed, or closed again after a late row, by counting its rows
 * (`close-hours.ts`): that may be repeated, where adding to a sum may not.
 */
export const clickhouseMigrations: Record<string, readonly string[]> = {
  '0094-tables': [
    ...[logs(), unlogged(), hours(), ...marks(), ...names(), attempts(), channelHealth()],
    ...[calls(), watermark(), usage(), ...sums()],
  ],
};
