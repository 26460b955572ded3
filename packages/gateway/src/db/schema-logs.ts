import type { Generated } from 'kysely';
import type { HealthColumn } from '../core/health-columns.ts';
import type { Defaulted, Flag, Optional, UnixSeconds } from './column-types.ts';

export interface LogSchema {
  logs: LogTable;
  quota_data: QuotaDataTable;
  model_hours: ModelHourTable;
  log_sums: LogSumTable;
  log_user_names: LogUserNameTable;
  log_model_names: LogModelNameTable;
  token_days: TokenDayTable;
  margin_sums: MarginSumTable;
  channel_usage: ChannelUsageTable;
  log_horizon: LogHorizonTable;
  unlogged_calls: UnloggedCallTable;
  attempts: AttemptTable;
  channel_health: ChannelHealthTable;
  streamed_rows: StreamedRowTable;
}

/** Columns have the names of the console API. `channel_id` is `channel` in JSON. */
export interface LogTable {
  id: Generated<number>;
  request_id: string;
  user_id: number;
  created_at: UnixSeconds;
  /** 0 unknown, 1 top-up, 2 consumption, 3 admin, 4 system. */
  type: number;
  content: Defaulted<string>;
  username: Defaulted<string>;
  token_name: Defaulted<string>;
  model_name: Defaulted<string>;
  quota: Defaulted<number>;
  prompt_tokens: Defaulted<number>;
  completion_tokens: Defaulted<number>;
  /** Seconds. */
  use_time: Defaulted<number>;
  /** Milliseconds from the request's head to its end; 0 in rows of earlier versions. */
  duration_ms: Defaulted<number>;
  /** Milliseconds until the first byte of a stream; 0 when there was none. */
  first_token_ms: Defaulted<number>;
  /** HTTP status that the caller got, or of the error that ended a stream; 0 in rows of earlier versions. */
  status: Defaulted<number>;
  is_stream: Defaulted<Flag>;
  channel_id: Defaulted<number>;
  token_id: Defaulted<number>;
  group: Defaulted<string>;
  /** upstream_usage, counted, estimated, none. */
  billing_basis: Defaulted<string>;
  /** JSON or empty. */
  other: Defaulted<string>;
  /** Quota units that the call costs the operator, by the costs of its channel. Null: not known. Admins only. */
  provider_cost: Optional<number>;
}

/** Consumption per user, model and hour; `created_at` is the start of the hour. */
export interface QuotaDataTable {
  user_id: number;
  model_name: string;
  created_at: UnixSeconds;
  username: string;
  token_used: number;
  count: number;
  quota: number;
}

/** A user and a name in rows of this user. */
export interface LogUserNameTable {
  username: string;
  user_id: number;
}

/** A model that has or had rows in the log. */
export interface LogModelNameTable {
  model_name: string;
}

/** Quota of the rows that a filter finds; `created_at` is the start of the summed hour or day. */
export interface LogSumTable {
  /** all, model, channel, group, user. */
  dimension: string;
  /** The value of the filter: a name, or an id as text. */
  name: string;
  created_at: UnixSeconds;
  quota: number;
}

/** Consumption of all users per model and hour. */
export interface ModelHourTable {
  created_at: UnixSeconds;
  model_name: string;
  token_used: number;
  count: number;
  quota: number;
}

/** Calls whose cost is known, by dimension and day of UTC; `created_at` is the start of the day. */
export interface MarginSumTable {
  /** `day`, `model`, `channel` or `group`. */
  dimension: string;
  /** Of a model or group, the number of a channel, empty for the whole day. */
  name: string;
  created_at: UnixSeconds;
  count: number;
  /** What callers paid. */
  quota: number;
  /** What the operator pays. */
  provider_cost: number;
}

/** Consumption per token and day of UTC; `created_at` is the start of the day. */
export interface TokenDayTable {
  token_id: number;
  created_at: UnixSeconds;
  token_used: number;
  count: number;
  quota: number;
}

export interface ChannelUsageTable {
  channel_id: number;
  quota: number;
}

/** A call that was charged while `LogConsumeEnabled` was off. */
export interface UnloggedCallTable {
  request_id: string;
  created_at: UnixSeconds;
  quota: number;
}

/** A row of the log that waits for its copy to the stream. */
export interface StreamedRowTable {
  id: Generated<number>;
  request_id: string;
  queued_at: UnixSeconds;
}

/** Row 1 has the time from which the usage log is complete. */
export interface LogHorizonTable {
  id: number;
  deleted_before: UnixSeconds;
}

/** One attempt at an upstream that did not serve the call. */
export interface AttemptTable {
  id: Generated<number>;
  request_id: string;
  /** 1, 2, 3 ... within the call. */
  n: number;
  channel_id: number;
  error_class: string;
  /** HTTP status, or 0 without a response. */
  status: number;
  /** Milliseconds since 1970. */
  started_at: number;
  ended_at: number;
}

/** Requests to one channel that began within one minute, hour or day: their results and times. */
export type ChannelHealthTable = {
  /** Seconds: 60, 3600 or 86,400. */
  span: number;
  channel_id: number;
  /** Start of the span. */
  created_at: UnixSeconds;
} & Record<HealthColumn, number>;
