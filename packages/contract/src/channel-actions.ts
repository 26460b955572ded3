import * as z from 'zod/mini';
import { channelFields, channelIds } from './channels.ts';
import { endpoint } from './endpoint.ts';
import { rowId } from './field-schemas.ts';

export const copyChannel = endpoint({
  address: 'POST /api/channel/copy/:id',
  summary: 'Makes a second channel with the same key and settings. Answers its id.',
  access: 'admin',
  input: z.object({ id: rowId, name: z.optional(channelFields.name) }),
  output: z.object({ id: z.int() }),
});

export const deleteChannels = endpoint({
  address: 'POST /api/channel/batch',
  summary: 'Deletes channels. Answers how many were requested.',
  access: 'admin',
  input: z.object({ ids: channelIds }),
  output: z.int(),
});

export const deleteDisabledChannels = endpoint({
  address: 'DELETE /api/channel/disabled',
  summary: 'Deletes every channel that is disabled, by hand or by the gateway. Answers how many.',
  access: 'admin',
  input: z.object({}),
  output: z.int(),
});

export const repairChannels = endpoint({
  address: 'POST /api/channel/fix',
  summary: 'Derives again which channel serves which model to which group. Answers how many were mended.',
  access: 'admin',
  input: z.object({}),
  output: z.int(),
});

const modelNames = z.array(z.string());

export const fetchChannelModels = endpoint({
  address: 'GET /api/channel/fetch_models/:id',
  summary: 'Asks the provider of a channel for its models.',
  access: 'admin',
  changes: true,
  input: z.object({ id: rowId }),
  output: modelNames,
});

export const fetchModels = endpoint({
  address: 'POST /api/channel/fetch_models',
  summary:
    'The same before a channel is saved, with the key that was typed. Of several keys the first counts.',
  access: 'admin',
  input: z.object({
    type: channelFields.type,
    base_url: channelFields.base_url,
    other: z.optional(channelFields.other),
    key: z.string().check(z.maxLength(20_000)),
    /** As in a channel. The test uses its `proxy`. */
    setting: z.optional(channelFields.setting),
  }),
  output: modelNames,
});

/** A failed test also returns its duration. */
export const testChannel = endpoint({
  address: 'GET /api/channel/test/:id',
  summary: 'Asks one short question through a channel. `time` is in seconds.',
  access: 'admin',
  changes: true,
  answer: 'spread',
  input: z.object({ id: rowId, model: z.optional(z.string().check(z.maxLength(255))) }),
  output: z.object({
    success: z.boolean(),
    message: z.string(),
    time: z.number(),
    code: z.optional(z.string()),
    details: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
    request_id: z.optional(z.string()),
  }),
});

export const testChannels = endpoint({
  address: 'GET /api/channel/test',
  summary: 'Starts to test the enabled channels and those that the gateway disabled, one after another.',
  access: 'admin',
  changes: true,
  input: z.object({}),
  output: z.undefined(),
});

export const stopChannelTests = endpoint({
  address: 'DELETE /api/channel/test',
  summary: 'Stops the test of all channels after the running request.',
  access: 'admin',
  input: z.object({}),
  output: z.undefined(),
});

const failedChannelTest = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type FailedChannelTest = z.output<typeof failedChannelTest>;

export const getChannelTests = endpoint({
  address: 'GET /api/channel/test_progress',
  summary: 'How far the test of all channels is, or how the last one ended.',
  access: 'admin',
  input: z.object({}),
  output: z.object({
    running: z.boolean(),
    /** Channels to test, channels tested, and how many of those failed. */
    total: z.int(),
    done: z.int(),
    failed: z.int(),
    /** The first failed channels, each with its error. */
    failures: z._default(z.array(failedChannelTest), []),
    /** Seconds since 1970; 0 when it never ran, or has not ended. */
    started_at: z.int(),
    ended_at: z.int(),
  }),
});

export const updateBalance = endpoint({
  address: 'GET /api/channel/update_balance/:id',
  summary: 'Asks the provider what is left on the account of a channel.',
  access: 'admin',
  changes: true,
  answer: 'spread',
  input: z.object({ id: rowId }),
  output: z.object({ balance: z.number() }),
});

export const updateBalances = endpoint({
  address: 'GET /api/channel/update_balance',
  summary: 'The same for every enabled channel; one without money left is disabled.',
  access: 'admin',
  changes: true,
  input: z.object({}),
  output: z.undefined(),
});
