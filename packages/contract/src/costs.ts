import * as z from 'zod/mini';
import { dataRange } from './data.ts';
import { endpoint } from './endpoint.ts';
import { rowId } from './field-schemas.ts';

const dollars = z.number().check(z.minimum(0), z.maximum(1_000_000_000));
const amount = z._default(z.nullable(dollars), null);

/**
 * What calls of some models cost the operator at one channel: a share of the price in the book, prices by million
 * tokens, or a price by call or by second. Exactly one of them is set.
 */
export const channelCost = z
  .object({
    /** Models as the provider knows them: a name, the beginning of names with `*` behind it, or `*`. */
    models: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
    /** 0.8: a discount of 20 % on the price in the book, before the group ratio. */
    factor: amount,
    /** Dollars per million tokens. Parts that are absent cost as much as `input`, cache writes 1.25 and 2 times. */
    input: amount,
    output: amount,
    cache_read: amount,
    cache_write: amount,
    cache_write_hour: amount,
    /** Dollars per call. */
    per_call: amount,
    /** Dollars per second of a recording. */
    per_second: amount,
  })
  .check(
    z.refine(({ factor, input, per_call, per_second }) => {
      const isSet = [factor, input, per_call, per_second].filter((value) => value !== null);
      return isSet.length === 1;
    }, 'one_cost'),
    z.refine(({ input }) => input === null || input > 0, 'cost_zero'),
  );
export type ChannelCost = z.output<typeof channelCost>;

export const listChannelCosts = endpoint({
  address: 'GET /api/channel/cost/:id',
  summary: 'What the calls of a channel cost its operator.',
  access: 'admin',
  input: z.object({ id: rowId }),
  output: z.array(channelCost),
});

export const saveChannelCosts = endpoint({
  address: 'PUT /api/channel/cost',
  summary: 'Replaces what the calls of a channel cost its operator. Calls under way keep the earlier costs.',
  access: 'admin',
  input: z.object({
    id: rowId,
    costs: z.array(channelCost).check(
      z.maxLength(200),
      z.refine((costs) => new Set(costs.map(({ models }) => models)).size === costs.length, 'cost_twice'),
    ),
  }),
  output: z.array(channelCost),
});

export const marginDimensions = ['day', 'model', 'channel', 'group'] as const;
export type MarginDimension = (typeof marginDimensions)[number];

/** Quota units. */
export const marginRow = z.object({
  /** The start of a day of UTC in seconds since 1970, a model, the id of a channel, or a group. */
  name: z.string(),
  /** The name of a channel; empty otherwise, and for channels that are gone. */
  label: z.string(),
  /** What callers paid for all calls. */
  revenue: z.int(),
  /** Calls whose cost is known, what callers paid for them, and what they cost the operator. */
  calls: z.int(),
  known_revenue: z.int(),
  /** Null: the cost of no call is known. */
  cost: z.nullable(z.int()),
});
export type MarginRow = z.output<typeof marginRow>;

export const listMargin = endpoint({
  address: 'GET /api/data/margin',
  summary: 'Revenue, cost and with them margin by day, model, channel or group. Days are those of UTC.',
  access: 'admin',
  input: z.object({ ...dataRange, by: z._default(z.enum(marginDimensions), 'day') }),
  output: z.array(marginRow),
});
