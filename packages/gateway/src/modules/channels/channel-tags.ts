import {
  ChannelStatus,
  type ChannelTag,
  type editChannelTag,
  type Output,
  type Parsed,
  type pageChannelTags,
  type tagChannels,
} from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { change } from '../shared/change.ts';
import { pageFrom1 } from '../shared/page.ts';
import { toFilter } from './channel-lists.ts';
import { type ChannelRow, lockChannel, saveChannel, toStatus } from './channel-rows.ts';
import { summarise } from './channel-tag-summary.ts';
import { toChannels } from './channel-view.ts';
import * as channels from './repository/channels.ts';

export async function page(
  ctx: Context,
  { p, page_size: size, id_sort, ...filter }: Parsed<typeof pageChannelTags>,
): Promise<Output<typeof pageChannelTags>> {
  const { page, page_size, window } = pageFrom1(p, size);
  const allTags = await channels.listTags(ctx.db, toFilter(ctx, filter));
  const tags = allTags.slice(window.offset, window.offset + window.limit);
  const rows = tags.length === 0 ? [] : await channels.list(ctx.db, { tags }, { byId: id_sort });
  // The channels without a tag are the last row of all.
  const untagged = { ...toFilter(ctx, filter), isUntagged: true };
  const hasUntagged = (await channels.count(ctx.db, untagged)) > 0;
  const last = allTags.length;
  if (hasUntagged && window.offset <= last && last < window.offset + window.limit) {
    tags.push('');
    rows.push(...(await channels.list(ctx.db, untagged, { byId: id_sort })));
  }
  const shown = await toChannels(ctx, rows);
  const items: ChannelTag[] = tags.map((tag) =>
    summarise(
      tag,
      shown.filter((channel) => (channel.tag ?? '') === tag),
    ),
  );
  return { items, total: allTags.length + (hasUntagged ? 1 : 0), page, page_size };
}

/** Every channel of the tag changes, or none. @throws {AppError} `channel_tag_unknown`, `nothing_to_change`, `invalid_input` */
export async function edit(ctx: Context, input: Parsed<typeof editChannelTag>): Promise<undefined> {
  const changes = toChanges(input);
  if (Object.keys(changes).length === 0) throw new AppError('nothing_to_change');
  await changeTag(ctx, input.tag, () => changes);
  return undefined;
}

export function enable(ctx: Context, { tag }: { tag: string }): Promise<undefined> {
  return changeTag(ctx, tag, () => toStatus(ChannelStatus.enabled));
}

export function disable(ctx: Context, { tag }: { tag: string }): Promise<undefined> {
  return changeTag(ctx, tag, () => toStatus(ChannelStatus.disabled));
}

/** Returns the number of requested ids, like new-api. */
export async function give(ctx: Context, { ids, tag }: Parsed<typeof tagChannels>): Promise<number> {
  await change(ctx, ['channels'], async (tx) => {
    const rows = await channels.listByIds(tx.db, ids);
    await saveAll(tx, rows, () => ({ tag: tag || null }));
  });
  return ids.length;
}

async function changeTag(
  ctx: Context,
  tag: string,
  changesFor: (row: ChannelRow) => Partial<ChannelRow>,
): Promise<undefined> {
  await change(ctx, ['channels'], async (tx) => {
    const rows = await channels.list(tx.db, { tags: [tag] }, { byId: true });
    if (rows.length === 0) throw new AppError('channel_tag_unknown', { tag });
    await saveAll(tx, rows, changesFor);
  });
  return undefined;
}

/** Saves the channels in a fixed order, so that concurrent changes cannot deadlock. */
async function saveAll(
  tx: Context,
  rows: readonly ChannelRow[],
  changesFor: (row: ChannelRow) => Partial<ChannelRow>,
): Promise<void> {
  for (const { id } of [...rows].sort((a, b) => a.id - b.id)) {
    const before = await lockChannel(tx, id);
    await saveChannel(tx, before, { ...before, ...changesFor(before) });
  }
}

/** Like in new-api an empty text is no change; an empty new tag removes the tag. */
function toChanges(input: Parsed<typeof editChannelTag>): Partial<ChannelRow> {
  const { tag, new_tag, priority, weight, model_mapping, models, groups } = input;
  return {
    ...(typeof new_tag === 'string' && new_tag !== tag && { tag: new_tag || null }),
    ...(typeof priority === 'number' && { priority }),
    ...(typeof weight === 'number' && { weight }),
    ...(model_mapping && { model_mapping }),
    ...(models && { models }),
    ...(groups && { group: groups }),
  };
}
