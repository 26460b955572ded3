import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { commaText, jsonObjectText, queryFlag, queryInteger, queryText, rowId } from './field-schemas.ts';

const nullableText = z._default(z.nullable(z.string()), null);

const multiKeyMode = z.enum(['polling', 'random']);

/** A channel in the console API. The key is write-only: `key` is always empty. */
export const channel = z.object({
  id: z.int(),
  type: z.int(),
  key: z._default(z.literal(''), ''),
  /**
   * Identifies a key without showing it: first 8 hex of SHA-256 and the last 4 characters. Empty: it cannot be read.
   */
  key_hint: z._default(z.string(), ''),
  /** How many keys it has and how many are enabled. 0: the stored keys cannot be read. */
  multi_key_size: z._default(z.int(), 1),
  multi_key_on: z._default(z.int(), 1),
  /** Order in which several keys are used: in turn (`polling`) or at random. */
  multi_key_mode: z._default(multiKeyMode, 'polling'),
  openai_organization: nullableText,
  test_model: nullableText,
  status: z.int(),
  name: z.string(),
  weight: z._default(z.nullable(z.int()), 0),
  created_time: z.int(),
  test_time: z.int(),
  /** Milliseconds; 0 means untested. */
  response_time: z.int(),
  base_url: nullableText,
  other: z.string(),
  balance: z.number(),
  balance_updated_time: z.int(),
  models: z.string(),
  group: z.string(),
  used_quota: z.int(),
  model_mapping: nullableText,
  status_code_mapping: nullableText,
  priority: z._default(z.nullable(z.int()), 0),
  auto_ban: z._default(z.nullable(z.int()), 1),
  /** JSON text `{status_reason, status_time}` or empty. */
  other_info: z.string(),
  tag: nullableText,
  setting: nullableText,
  param_override: nullableText,
  /** File and line that declare it; then only `tollgate apply` changes it. Absent: nothing does. */
  declared: z.optional(z.string()),
});
export type Channel = z.output<typeof channel>;

const optionalText = (limit: number) => z.optional(z.nullable(z.string().check(z.maxLength(limit))));
const optionalJson = z.optional(z.nullable(jsonObjectText));

/** What an admin may set, with the limits of each field. */
export const channelFields = {
  type: z.int().check(z.minimum(1), z.maximum(1000)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(128)),
  models: commaText.check(z.minLength(1)),
  /** A comma list, limited by the width of its column. */
  group: z.string().check(z.maxLength(1024), z.minLength(1)),
  other: z.string().check(z.maxLength(4000)),
  base_url: optionalText(500),
  openai_organization: optionalText(200),
  test_model: optionalText(255),
  priority: z.optional(z.nullable(z.int().check(z.minimum(-999), z.maximum(1_000_000)))),
  weight: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000)))),
  auto_ban: z.optional(z.nullable(z.int())),
  tag: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(100)))),
  model_mapping: optionalJson,
  status_code_mapping: optionalJson,
  setting: optionalJson,
  param_override: optionalJson,
};

/** Rows of a bulk action. */
export const channelIds = z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(10_000));

/** What an admin types. `key` may hold several keys, one a line: each becomes a channel. */
export const channelDraft = z.object({
  ...channelFields,
  group: z._default(channelFields.group, 'default'),
  other: z._default(channelFields.other, ''),
  key: z.string().check(z.minLength(1), z.maxLength(20_000)),
});
export type ChannelDraft = z.input<typeof channelDraft>;

const listQuery = { p: queryInteger, page_size: queryInteger, id_sort: queryFlag, tag_mode: queryFlag };

export const listChannels = endpoint({
  address: 'GET /api/channel/',
  summary: 'Channels by priority (or newest first with `id_sort`). `p` counts from 0.',
  access: 'admin',
  input: z.object(listQuery),
  output: z.array(channel),
});

const searchQuery = { keyword: queryText, group: queryText, model: queryText };

/** The same list as a page with its total, filtered. */
export const pageChannels = endpoint({
  address: 'GET /api/channel/page',
  summary:
    'Channels as a page with the total, filtered by keyword, group, model and status. `p` counts from 1.',
  access: 'admin',
  input: z.object({ ...listQuery, ...searchQuery, status: queryInteger, type: queryInteger }),
  output: z.object({ items: z.array(channel), total: z.int(), page: z.int(), page_size: z.int() }),
});

export const searchChannels = endpoint({
  address: 'GET /api/channel/search',
  summary: 'Channels whose name contains the keyword (or whose id or key equals it), with group and model.',
  access: 'admin',
  input: z.object({ ...searchQuery, id_sort: queryFlag, tag_mode: queryFlag }),
  output: z.array(channel),
});

export const getChannel = endpoint({
  address: 'GET /api/channel/:id',
  summary: 'One channel, without its key.',
  access: 'admin',
  input: z.object({ id: rowId }),
  output: channel,
});

export const createChannel = endpoint({
  address: 'POST /api/channel/',
  summary: 'Creates one channel a key.',
  access: 'admin',
  input: channelDraft,
  output: z.undefined(),
});

/** Required by every channel. Blank or 0 keeps the stored value, because old pages send that. */
const required = {
  type: z.optional(z.union([channelFields.type, z.literal(0)])),
  name: z.optional(z.union([channelFields.name, z.literal('')])),
  models: z.optional(z.union([channelFields.models, z.literal('')])),
  group: z.optional(z.union([channelFields.group, z.literal('')])),
};

/**
 * Several keys, one a line, are used as `multi_key_mode` says; `key_mode` `append` adds them to the stored
 * ones. Omitting `key`, or sending one without a visible character, keeps the stored keys. A change of
 * `type`, `base_url`, `other`, `openai_organization` or of the proxy in `setting` requires the key again.
 */
export const updateChannel = endpoint({
  address: 'PUT /api/channel/',
  summary: 'Changes a channel; fields that are left out stay.',
  access: 'admin',
  input: z.object({
    ...z.partial(z.object(channelFields)).shape,
    ...required,
    id: rowId,
    key: z.optional(z.string().check(z.maxLength(20_000))),
    key_mode: z.optional(z.enum(['replace', 'append'])),
    multi_key_mode: z.optional(multiKeyMode),
    status: z.optional(z.int()),
  }),
  output: channel,
});

export const deleteChannel = endpoint({
  address: 'DELETE /api/channel/:id',
  summary: 'Deletes a channel.',
  access: 'admin',
  input: z.object({ id: rowId }),
  output: z.undefined(),
});

export const modelCard = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.string(),
  /** Old clients read these; the gateway ignores them. */
  permission: z.optional(
    z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  ),
  root: z.optional(z.string()),
  parent: z.optional(z.null()),
});

export const listChannelModels = endpoint({
  address: 'GET /api/channel/models',
  summary: 'Every model that the gateway knows by name.',
  access: 'admin',
  input: z.object({}),
  output: z.array(modelCard),
});

export const listEnabledModels = endpoint({
  address: 'GET /api/channel/models_enabled',
  summary: 'The models that some enabled channel offers.',
  access: 'admin',
  input: z.object({}),
  output: z.array(z.string()),
});

export const listModelsByType = endpoint({
  address: 'GET /api/models',
  summary: 'Default models of each channel type.',
  access: 'user',
  input: z.object({}),
  output: z.record(z.string(), z.nullable(z.array(z.string()))),
});

export const channelType = z.object({
  code: z.int(),
  label: z.string(),
  color: z.string(),
  default_base_url: z.string(),
  /** True when the gateway can serve calls through this channel. */
  available: z.boolean(),
});
export type ChannelType = z.output<typeof channelType>;

export const listChannelTypes = endpoint({
  address: 'GET /api/channel/types',
  summary: 'The providers that a channel can speak to.',
  access: 'admin',
  input: z.object({}),
  output: z.array(channelType),
});
