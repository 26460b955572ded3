import * as z from 'zod/mini';
import { dataRange } from './data.ts';
import { endpoint } from './endpoint.ts';
import { idList } from './field-schemas.ts';
import { pageOf, pageQuery } from './page.ts';

/**
 * What kept a channel from serving a call: no connection, no answer in time, an error of the provider, its rate
 * limit, a key or an account that it refuses, and a stream that broke off. `request` is about the call itself: the
 * provider refused what the caller sent, which is no failure of the channel.
 */
export const channelErrorClasses = [
  'network',
  'timeout',
  'server',
  'rate_limit',
  'account',
  'broken',
  'request',
] as const;
export type ChannelErrorClass = (typeof channelErrorClasses)[number];

/** Milliseconds, estimated from a histogram: off by a few percent, at most by half. */
export const percentiles = z.object({ p50: z.number(), p95: z.number(), p99: z.number() });
export type Percentiles = z.output<typeof percentiles>;

const healthHour = z.object({
  /** Start of the hour, unix seconds. */
  created_at: z.int(),
  calls: z.int(),
  failures: z.int(),
});
export type HealthHour = z.output<typeof healthHour>;

const lastError = z.object({
  /** Unix seconds. */
  at: z.int(),
  /** HTTP status, 0 without a response. */
  status: z.int(),
  /** What the provider named it, or the code of the connection. */
  code: z.string(),
});

/** The requests to one channel. A call that was retried counts at every channel that it was sent to. */
export const channelHealth = z.object({
  id: z.int(),
  name: z.string(),
  /** As in the list of channels. */
  status: z.int(),
  /** All requests, also failed and refused ones. */
  calls: z.int(),
  /** Requests that the channel failed to serve: all error classes but `request`. */
  failures: z.int(),
  /** From 0 to 1, of the requests that were not refused for what the caller sent. Null: there were none. */
  success_rate: z.nullable(z.number()),
  /** From sending a request to the end of its answer. Null: nothing was answered. */
  duration_ms: z.nullable(percentiles),
  /** From sending a request to the first byte of a stream. Null: there was no stream. */
  first_token_ms: z.nullable(percentiles),
  /** Of completion tokens, from the first byte on where there is one. Null: nothing was written. */
  tokens_per_second: z.nullable(z.number()),
  /** Requests by error class. */
  errors: z.record(z.enum(channelErrorClasses), z.int()),
  /** The latest failed request of the range, as long as the log has it. Streams that broke off are not in it. */
  last_error: z.nullable(lastError),
  /** The last 24 hours whatever the range is, oldest first; the last one is the running hour. */
  strip: z.array(healthHour),
});
export type ChannelHealth = z.output<typeof channelHealth>;

export const channelCounts = z.object({ enabled: z.int(), disabled: z.int(), tripped: z.int() });
export type ChannelCounts = z.output<typeof channelCounts>;

export const countChannels = endpoint({
  address: 'GET /api/channel/counts',
  summary: 'How many channels are enabled, disabled by administrators and disabled by the gateway.',
  access: 'admin',
  input: z.object({}),
  output: channelCounts,
});

export const getChannelHealth = endpoint({
  address: 'GET /api/channel/health',
  summary:
    'How channels served within a range, by default the last 24 hours; of some channels with `ids`. Newest channel first, `p` counts from 1.',
  access: 'admin',
  input: z.object({ ...pageQuery, ...dataRange, ids: z.optional(idList) }),
  output: z.extend(pageOf(channelHealth), {
    /** The range that was counted: rounded outwards to minutes, of old data to hours or days. */
    start_timestamp: z.int(),
    end_timestamp: z.int(),
  }),
});
