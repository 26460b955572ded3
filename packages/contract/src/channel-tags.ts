import * as z from 'zod/mini';
import { channel, channelFields, channelIds } from './channels.ts';
import { endpoint } from './endpoint.ts';
import { queryFlag, queryInteger, queryText } from './field-schemas.ts';
import { pageOf } from './page.ts';

const tagName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

/** All channels of one tag as one row. A number is null when the channels differ in it. */
export const channelTag = z.object({
  /** Empty for the channels without a tag, the last row of all. */
  tag: z.string(),
  /** Comma list: the union of their groups. */
  group: z.string(),
  /** Enabled when any of them is enabled. */
  status: z.int(),
  used_quota: z.int(),
  /** Average in milliseconds of the tested channels. */
  response_time: z.int(),
  priority: z.nullable(z.int()),
  weight: z.nullable(z.int()),
  channels: z.array(channel),
});
export type ChannelTag = z.output<typeof channelTag>;

export const pageChannelTags = endpoint({
  address: 'GET /api/channel/tags',
  summary: 'Tags as rows with what their channels have in common, and the channels. `p` counts from 1.',
  access: 'admin',
  input: z.object({
    p: queryInteger,
    page_size: queryInteger,
    id_sort: queryFlag,
    keyword: queryText,
    group: queryText,
    model: queryText,
    status: queryInteger,
    type: queryInteger,
  }),
  output: pageOf(channelTag),
});

/** Empty texts change nothing, except that an empty `new_tag` removes the tag. */
export const editChannelTag = endpoint({
  address: 'PUT /api/channel/tag',
  summary: 'Changes all channels of a tag at once; an empty new tag dissolves it.',
  access: 'admin',
  input: z.object({
    tag: tagName,
    new_tag: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(100)))),
    priority: channelFields.priority,
    weight: channelFields.weight,
    model_mapping: channelFields.model_mapping,
    models: z.optional(z.nullable(z.string().check(z.maxLength(20_000)))),
    groups: z.optional(z.nullable(z.string().check(z.maxLength(1024)))),
  }),
  output: z.undefined(),
});

const switchTag = (address: 'POST /api/channel/tag/enabled' | 'POST /api/channel/tag/disabled') =>
  endpoint({
    address,
    summary: `${address.endsWith('enabled') ? 'Enables' : 'Disables'} every channel of a tag.`,
    access: 'admin',
    input: z.object({ tag: tagName }),
    output: z.undefined(),
  });

export const enableChannelTag = switchTag('POST /api/channel/tag/enabled');
export const disableChannelTag = switchTag('POST /api/channel/tag/disabled');

export const tagChannels = endpoint({
  address: 'POST /api/channel/batch/tag',
  summary: 'Gives channels a tag, or takes it away when it is empty. Answers how many were requested.',
  access: 'admin',
  input: z.object({
    ids: channelIds,
    tag: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(100)))),
  }),
  output: z.int(),
});
