import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { rowId } from './field-schemas.ts';

/** One of several keys of a channel. */
export const channelKey = z.object({
  /** Identifies the key: a keyed hash, from which the key cannot be guessed. */
  id: z.string(),
  /** Same format as `key_hint` of a channel. */
  hint: z.string(),
  /** 1 in use, 2 turned off by hand, 3 turned off by the gateway. */
  status: z.int(),
  /** The provider's error for it; empty unless the gateway turned it off. */
  reason: z.string(),
  /** When it was turned off, in seconds since 1970; 0 for a key in use. */
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

/** Turning the last key off is rejected. Turning a key on re-enables a channel that was off because it had no key. */
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

/** Re-enables a channel that was off because it had no key. Types with a single key reject additional ones. */
export const addChannelKeys = endpoint({
  address: 'POST /api/channel/keys',
  summary:
    'Adds keys to a channel, one a line, behind those that it has. Answers how many were new, how many were skipped because they were there or repeated, and the list.',
  access: 'admin',
  input: z.object({ id: rowId, key: z.string().check(z.minLength(1), z.maxLength(20_000)) }),
  output: z.object({ added: z.int(), skipped: z.int(), keys: z.array(channelKey) }),
});

/** Neither the only key nor the last enabled key can be removed. */
export const removeChannelKeys = endpoint({
  address: 'POST /api/channel/keys/remove',
  summary: 'Deletes keys of a channel, named by the `id` of the list, with their states. Answers the list.',
  access: 'admin',
  input: z.object({ id: rowId, keys: someKeys }),
  output: z.array(channelKey),
});
