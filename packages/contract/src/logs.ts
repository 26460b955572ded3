import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { queryInteger, queryText, rowId } from './field-schemas.ts';
import { cursorPageOf, cursorQuery, pageQuery } from './page.ts';

/**
 * What rows of channel tests have as content and as name of their token, which has no id. Stored as in new-api;
 * pages and exported files show it in the language of the reader.
 */
export const CHANNEL_TEST_NAME = '模型测试';

/** One row of the usage log. `other` is JSON text: ratios, cache counts, first-token time (see docs/billing.md). */
export const logEntry = z.object({
  id: z.int(),
  user_id: z.int(),
  created_at: z.int(),
  type: z.int(),
  content: z.string(),
  username: z.string(),
  token_name: z.string(),
  model_name: z.string(),
  quota: z.int(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  /** Seconds. */
  use_time: z.int(),
  /** Milliseconds until the end, and until the first byte of a stream (0: none); 0 in rows of earlier versions. */
  duration_ms: z._default(z.int(), 0),
  first_token_ms: z._default(z.int(), 0),
  /** HTTP status that the caller got; 0 in rows of earlier versions and of what is no call. */
  status: z._default(z.int(), 0),
  is_stream: z.boolean(),
  channel: z.int(),
  channel_name: z.string(),
  token_id: z.int(),
  group: z.string(),
  other: z.string(),
  request_id: z.string(),
  /** Source of the charged counts: upstream_usage, counted, estimated, none. */
  billing_basis: z.string(),
});
export type LogEntry = z.output<typeof logEntry>;

/** A row as administrators see it. */
export const adminLogEntry = z.extend(logEntry, {
  /** Quota units that the call costs the operator. Null: not known. */
  provider_cost: z.optional(z.nullable(z.int())),
});
export type AdminLogEntry = z.output<typeof adminLogEntry>;

/** `%` matches any text. Too many of them make a slow search in every database. */
const modelPattern = queryText.check(
  z.refine((pattern) => pattern.split('%').length <= 5, 'too_many_wildcards'),
);

/** Filters of both usage logs: the list, its sums and its export. */
export const logFilters = {
  /** A number of `LogType`: 5 finds failed calls only, also those that were charged for what came (type 2). */
  type: queryInteger,
  token_name: queryText,
  /** An exact name, or a pattern: `gpt-4%`. */
  model_name: modelPattern,
  start_timestamp: queryInteger,
  end_timestamp: queryInteger,
  group: queryText,
};
export const adminLogFilters = { ...logFilters, username: queryText, channel: queryInteger };

/** Log pages count their rows up to this number; `total` is never greater. */
export const LOG_COUNT_LIMIT = 100_000;

export const listLogs = endpoint({
  address: 'GET /api/log/',
  summary: 'Usage log of everybody, newest first. `p` counts from 1; `cursor` goes on from a page.',
  access: 'admin',
  input: z.object({ ...pageQuery, ...cursorQuery, ...adminLogFilters }),
  output: cursorPageOf(adminLogEntry),
});

export const listOwnLogs = endpoint({
  address: 'GET /api/log/self',
  summary: 'Own usage log, newest first. `p` counts from 1; `cursor` goes on from a page.',
  access: 'user',
  input: z.object({ ...pageQuery, ...cursorQuery, ...logFilters }),
  output: cursorPageOf(logEntry),
});

export const logStat = z.object({
  /** Quota units spent within the filters. */
  quota: z.int(),
  /** Calls and tokens of the last 60 seconds. */
  rpm: z.int(),
  tpm: z.int(),
  /** Failed calls within the filters, counted up to 100,000. Those that broke off within the answer cost what came. */
  failed_calls: z.int(),
});
export type LogStat = z.output<typeof logStat>;

export const getLogStat = endpoint({
  address: 'GET /api/log/stat',
  summary: 'Quota spent and calls that failed within the filters; calls and tokens of the last minute.',
  access: 'admin',
  input: z.object(adminLogFilters),
  output: logStat,
});

export const getOwnLogStat = endpoint({
  address: 'GET /api/log/self/stat',
  summary: 'The same for the signed-in user.',
  access: 'user',
  input: z.object(logFilters),
  output: logStat,
});

export const searchLogs = endpoint({
  address: 'GET /api/log/search',
  summary: 'The newest rows of everybody whose type is `keyword`, or whose content begins with it.',
  access: 'admin',
  input: z.object({ keyword: queryText }),
  output: z.array(adminLogEntry),
});

export const searchOwnLogs = endpoint({
  address: 'GET /api/log/self/search',
  summary: 'The newest own rows whose type is `keyword`.',
  access: 'user',
  input: z.object({ keyword: queryText }),
  output: z.array(logEntry),
});

/** For programs that have a key but no session. */
export const listTokenLogs = endpoint({
  address: 'GET /api/log/token',
  summary:
    'The newest rows of one token, by its key (better in the header `Authorization: Bearer`). Keys are refused as at `/api/usage/token`.',
  access: 'public',
  bearer: 'key',
  openToSites: true,
  input: z.object({ key: queryText }),
  output: z.array(logEntry),
});

export const cleanLogs = endpoint({
  address: 'DELETE /api/log/',
  summary: 'Deletes rows from before a time. Answers how many went at once; the rest follows by itself.',
  access: 'admin',
  input: z.object({ target_timestamp: rowId.check(z.minimum(1)) }),
  output: z.int(),
});

export const getLogCleaning = endpoint({
  address: 'GET /api/log/cleaning',
  summary: 'From which time on the log is complete, and how many older rows still wait for their deletion.',
  access: 'admin',
  input: z.object({}),
  output: z.object({
    /** Unix seconds; 0 when nothing was ever deleted. */
    deleted_before: z.int(),
    /** Counted up to 100,000. */
    remaining: z.int(),
  }),
});
