import {
  type ChannelCounts,
  ChannelStatus,
  type listChannels,
  type Output,
  type Parsed,
  type pageChannels,
  type searchChannels,
} from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import { pageFrom0, pageFrom1, type Window } from '../shared/page.ts';
import { toChannels } from './channel-view.ts';
import { hashKey } from './keys/channel-keys.ts';
import * as channels from './repository/channels.ts';

/** By priority, or newest first. In tag mode a page has whole tags, their channels one after another. */
export async function list(ctx: Context, input: Parsed<typeof listChannels>) {
  return read(ctx, {}, input, pageFrom0(input.p, input.page_size));
}

export async function page(
  ctx: Context,
  input: Parsed<typeof pageChannels>,
): Promise<Output<typeof pageChannels>> {
  const { page, page_size, window } = pageFrom1(input.p, input.page_size);
  const filter = toFilter(ctx, input);
  const total = input.tag_mode
    ? (await channels.listTags(ctx.db, filter)).length
    : await channels.count(ctx.db, filter);
  return { items: await read(ctx, filter, input, window), total, page, page_size };
}

export async function countByStatus(ctx: Context): Promise<ChannelCounts> {
  const counts = await channels.countByStatus(ctx.db);
  const countOf = (status: number) => counts.get(status) ?? 0;
  return {
    enabled: countOf(ChannelStatus.enabled),
    disabled: countOf(ChannelStatus.disabled),
    tripped: countOf(ChannelStatus.tripped),
  };
}

/** Returns everything that matches, without pages, as the console API requires. */
export async function search(ctx: Context, input: Parsed<typeof searchChannels>) {
  return read(ctx, toFilter(ctx, input), input);
}

async function read(
  ctx: Context,
  filter: channels.ChannelFilter,
  { id_sort, tag_mode }: { id_sort: boolean; tag_mode: boolean },
  window?: Window,
) {
  const order = { byId: id_sort };
  if (!tag_mode) return toChannels(ctx, await channels.list(ctx.db, filter, order, window));
  const tags = await channels.listTags(ctx.db, filter, window);
  return tags.length === 0 ? [] : toChannels(ctx, await channels.list(ctx.db, { tags }, order));
}

/** The console API sends the word `null` for no group. A keyword may be a whole key, found by hash. */
export function toFilter(
  ctx: Context,
  { keyword, group, model, status, type }: FilterInput,
): channels.ChannelFilter {
  const keyHash = keyword && hashKey(ctx, keyword);
  return { keyword, ...(keyHash && { keyHash }), group: group === 'null' ? '' : group, model, status, type };
}

interface FilterInput {
  keyword: string;
  group: string;
  model: string;
  status?: number | undefined;
  type?: number | undefined;
}
