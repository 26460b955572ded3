import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { queryInteger, queryText } from './field-schemas.ts';

/** Longest range of the user's own charts, in seconds. */
export const MAX_OWN_RANGE_SECONDS = 2_592_000;

/** Consumption of one hour. Fields that the response sums over are 0 or empty: `user_id`, `username`, `model_name`. */
export const usageHour = z.object({
  id: z._default(z.int(), 0),
  user_id: z._default(z.int(), 0),
  username: z._default(z.string(), ''),
  model_name: z._default(z.string(), ''),
  /** Start of the hour, unix seconds. */
  created_at: z.int(),
  token_used: z.int(),
  /** Calls. */
  count: z.int(),
  quota: z.int(),
});
export type UsageHour = z.output<typeof usageHour>;

/** Unix seconds, both inclusive. Absent: the last 30 days. */
export const dataRange = { start_timestamp: queryInteger, end_timestamp: queryInteger };
/** Accepted because new-api's pages send it, and ignored: rows are always hourly. */
const granularity = { default_time: queryText };

export const listUsage = endpoint({
  address: 'GET /api/data/',
  summary: 'Consumption of everybody by hour and model; of one user with `username`.',
  access: 'admin',
  input: z.object({ ...dataRange, ...granularity, username: queryText }),
  output: z.array(usageHour),
});

export const listOwnUsage = endpoint({
  address: 'GET /api/data/self',
  summary: 'Own consumption by hour and model, over 30 days at most.',
  access: 'user',
  input: z.object({ ...dataRange, ...granularity }),
  output: z.array(usageHour),
});

export const listUserUsage = endpoint({
  address: 'GET /api/data/users',
  summary: 'Consumption by hour of the users who spent most within the range.',
  access: 'admin',
  input: z.object({ ...dataRange, ...granularity, limit: queryInteger }),
  output: z.array(usageHour),
});
