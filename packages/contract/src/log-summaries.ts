import * as z from 'zod/mini';
import { percentiles } from './channel-health.ts';
import { dataRange } from './data.ts';
import { endpoint } from './endpoint.ts';
import { adminLogFilters, LOG_COUNT_LIMIT, logFilters } from './logs.ts';

/** Summaries count at most this many of the newest calls, so that a long log does not make a page slow. */
export const LOG_SUMMARY_ROWS = LOG_COUNT_LIMIT;

/** What part of the range a summary covers. Times are unix seconds. */
const covered = {
  start_timestamp: z.int(),
  end_timestamp: z.int(),
  /** Later than the start where the range has more calls than a summary counts. */
  counted_from: z.int(),
};

const logBar = z.object({
  /** Start of the bar, unix seconds. */
  created_at: z.int(),
  /** Calls that were answered to their end. */
  calls: z.int(),
  failed: z.int(),
});
export type LogBar = z.output<typeof logBar>;

export const logBars = z.object({
  ...covered,
  /** Seconds that a bar covers. */
  span: z.int(),
  /** Bars with calls, in order. */
  items: z.array(logBar),
});
export type LogBars = z.output<typeof logBars>;

export const getLogBars = endpoint({
  address: 'GET /api/log/bars',
  summary: 'Calls and failed calls over time within the filters, in at most 60 bars.',
  access: 'admin',
  input: z.object(adminLogFilters),
  output: logBars,
});

export const getOwnLogBars = endpoint({
  address: 'GET /api/log/self/bars',
  summary: 'The same for the signed-in user.',
  access: 'user',
  input: z.object(logFilters),
  output: logBars,
});

export const ownLogGroupings = ['model', 'token'] as const;
export const logGroupings = [...ownLogGroupings, 'user', 'channel'] as const;
export type LogGrouping = (typeof logGroupings)[number];

const logGroup = z.object({
  /** What the filter of the log takes: a name, or the number of a channel. */
  name: z.string(),
  /** The name of a channel; empty otherwise. */
  label: z.string(),
  /** The number of a channel or a user; 0 otherwise. */
  id: z.int(),
  calls: z.int(),
  failed: z.int(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  quota: z.int(),
  /** The latest call, unix seconds. */
  last_at: z.int(),
});
export type LogGroup = z.output<typeof logGroup>;

export const logGroups = z.object({ ...covered, items: z.array(logGroup) });
export type LogGroups = z.output<typeof logGroups>;

export const listLogGroups = endpoint({
  address: 'GET /api/log/groups',
  summary: 'Calls within the filters by model, token, user or channel: the 100 that cost most.',
  access: 'admin',
  input: z.object({ ...adminLogFilters, by: z._default(z.enum(logGroupings), 'model') }),
  output: logGroups,
});

export const listOwnLogGroups = endpoint({
  address: 'GET /api/log/self/groups',
  summary: 'Own calls within the filters by model or token: the 100 that cost most.',
  access: 'user',
  input: z.object({ ...logFilters, by: z._default(z.enum(ownLogGroupings), 'model') }),
  output: logGroups,
});

/**
 * What callers saw of failed calls, by status: `rate_limit` is 429, `access` 401 to 403, `request` every other status
 * below 500, `server` the rest.
 */
export const callErrorClasses = ['rate_limit', 'access', 'request', 'server'] as const;
export type CallErrorClass = (typeof callErrorClasses)[number];

const servicePart = z.object({
  created_at: z.int(),
  calls: z.int(),
  /** Input tokens of the calls, and those of them that the provider read from its cache. */
  prompt_tokens: z.int(),
  cached_tokens: z.int(),
  /** Null: no call has this time. */
  duration_ms: z.nullable(percentiles),
  first_token_ms: z.nullable(percentiles),
  errors: z.record(z.enum(callErrorClasses), z.int()),
});
export type ServicePart = z.output<typeof servicePart>;

export const callService = z.object({
  ...covered,
  /** Seconds that a part covers. */
  span: z.int(),
  /** Parts with calls, in order. */
  items: z.array(servicePart),
});
export type CallService = z.output<typeof callService>;

export const getService = endpoint({
  address: 'GET /api/data/service',
  summary:
    'How calls went over time: latency, failures by class and cached input tokens, in at most 60 parts.',
  access: 'admin',
  input: z.object({ ...dataRange, username: adminLogFilters.username }),
  output: callService,
});

export const getOwnService = endpoint({
  address: 'GET /api/data/self/service',
  summary: 'The same for the signed-in user, over 30 days at most.',
  access: 'user',
  input: z.object(dataRange),
  output: callService,
});

export const spendDimensions = ['channel', 'group', 'token'] as const;
export type SpendDimension = (typeof spendDimensions)[number];

const spendPart = z.object({
  /** The number of a channel or token, or a group. */
  name: z.string(),
  /** The name of a channel or token; empty for groups and for what is gone. */
  label: z.string(),
  /** Start of the hour; for tokens, of the day of UTC. */
  created_at: z.int(),
  quota: z.int(),
});
export type SpendPart = z.output<typeof spendPart>;

export const listSpend = endpoint({
  address: 'GET /api/data/spend',
  summary: 'What calls cost by hour and channel or group, or by day and token: the 12 that cost most.',
  access: 'admin',
  input: z.object({ ...dataRange, by: z._default(z.enum(spendDimensions), 'channel') }),
  output: z.array(spendPart),
});

export const listOwnSpend = endpoint({
  address: 'GET /api/data/self/spend',
  summary: 'What own calls cost by day and token, over 30 days at most: the 12 tokens that cost most.',
  access: 'user',
  input: z.object(dataRange),
  output: z.array(spendPart),
});
