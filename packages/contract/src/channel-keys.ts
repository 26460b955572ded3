import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { rowId } from './wire.ts';

/** One of several keys of a channel. */
export const channelKey = z.object({
  /** Stands for the key: a keyed hash, from which it cannot be guessed. */
  id: z.string(),
  /** As `key_hint` of a channel. */
  hint: z.string(),
  /** 1 in use, 2 turned off by hand, 3 turned off by the gateway. */
  status: z.int(),
  /** What the provider refused it with; empty unless the gateway turned it off. */
  reason: z.string(),
  /** Since when it is off, seconds since 1970; 0 for one in use. */
  since: z.int(),
});
export type ChannelKey = z.output<typeof channelKey>;

export const listChannelKeys = endpoint({
  address: 'GET /api/channel/keys/:id',
  summary: 'The keys of a channel in their order, masked, each with its state.',
  access: 'admin',
  input: z.object({ id: rowId }),
  output: z.array(channelKey),
});

/** The `id`s of some of the list. */
const someKeys = z.array(z.string().check(z.maxLength(64))).check(z.minLength(1), z.maxLength(500));

/** Turning the last one off is refused. A channel that was out for want of a key comes back with the first that is turned on. */
export const setChannelKeys = endpoint({
  address: 'PUT /api/channel/keys',
  summary:
    'Turns keys of a channel on (`status` 1) or off (2), named by the `id` of the list. Answers the list.',
  access: 'admin',
  input: z.object({
    id: rowId,
    keys: someKeys,
    status: z.union([z.literal(1), z.literal(2)]),
  }),
  output: z.array(channelKey),
});

/** A channel that was out for want of a key comes back. Types that have one key refuse more. */
export const addChannelKeys = endpoint({
  address: 'POST /api/channel/keys',
  summary:
    'Adds keys to a channel, one a line, behind those that it has. Answers how many were new, how many were skipped because they were there or repeated, and the list.',
  access: 'admin',
  input: z.object({ id: rowId, key: z.string().check(z.minLength(1), z.maxLength(20_000)) }),
  output: z.object({ added: z.int(), skipped: z.int(), keys: z.array(channelKey) }),
});

/** Neither the only key nor the last one that is on can be removed. */
export const removeChannelKeys = endpoint({
  address: 'POST /api/channel/keys/remove',
  summary: 'Deletes keys of a channel, named by the `id` of the list, with their states. Answers the list.',
  access: 'admin',
  input: z.object({ id: rowId, keys: someKeys }),
  output: z.array(channelKey),
});
