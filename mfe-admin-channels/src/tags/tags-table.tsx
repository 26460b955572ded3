import { type Channel, ChannelStatus, type ChannelTag } from '@tollgate/contract';
import { EmptyState, useToast } from '@tollgate/ui/core';
import { DataTable, type RowAction, useLastPage } from '@tollgate/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannelColumns } from '../channels/channel-columns.tsx';
import { type ChannelHandlers, useChannelActions } from '../channels/use-channel-actions.tsx';
import { type ChannelList, toQuery } from '../channels/use-channel-list.ts';
import { HealthContext, useHealthOf } from '../health/channel-health.data.ts';
import { useTagColumns } from './tag-columns.tsx';
import { TagDrawer } from './tag-drawer.tsx';
import { useChannelTags, useSwitchTag } from './tags.data.ts';

/** Channels by tag: one row per tag, which expands into its channels. */
export function TagsTable({ list, ...handlers }: ChannelHandlers & { list: ChannelList }) {
  const { t } = useTranslation('area.admin-channels');
  const tags = useChannelTags(toQuery(list));
  const [edited, setEdited] = useState<ChannelTag>();
  useLastPage(list, tags.data?.total);
  return (
    <>
      <DataTable<ChannelTag>
        label={t('tags.title')}
        storageKey="channel-tags"
        source={{ ...tags, data: tags.data, retry: tags.mutate }}
        list={list}
        rowKey={({ tag }) => tag}
        rowName={({ tag }) => tag || t('tags.untagged')}
        columns={useTagColumns()}
        actions={useTagActions(setEdited)}
        expand={({ tag, channels }) => (
          <ChannelsOfTag tag={tag || t('tags.untagged')} channels={channels} {...handlers} />
        )}
        empty={<EmptyState title={t('tags.none')} description={t('tags.none-hint')} />}
      />
      {edited && <TagDrawer row={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

function ChannelsOfTag({
  tag,
  channels,
  ...handlers
}: ChannelHandlers & { tag: string; channels: Channel[] }) {
  const { t } = useTranslation('area.admin-channels');
  const health = useHealthOf(channels);
  return (
    <HealthContext value={health}>
      <DataTable<Channel>
        label={t('tags.channels-of', { tag })}
        source={{ data: { items: channels, total: channels.length }, isLoading: false }}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        columns={useChannelColumns()}
        actions={useChannelActions(handlers)}
      />
    </HealthContext>
  );
}

function useTagActions(onEdit: (row: ChannelTag) => void): (row: ChannelTag) => RowAction[] {
  const { t } = useTranslation('area.admin-channels');
  const toast = useToast();
  const toggle = useSwitchTag();
  const switchTag = (tag: string, isOn: boolean) => async () => {
    await toggle(tag, isOn);
    toast.success(t(isOn ? 'tags.enabled' : 'tags.disabled', { tag }));
  };
  return (row) =>
    row.tag === ''
      ? []
      : [
          { key: 'edit', label: t('common:action.edit'), visible: true, onClick: () => onEdit(row) },
          {
            key: 'enable',
            label: t('tags.enable'),
            disabled: row.channels.every(({ status }) => status === ChannelStatus.enabled),
            onClick: switchTag(row.tag, true),
          },
          {
            key: 'disable',
            label: t('tags.disable'),
            disabled: row.status !== ChannelStatus.enabled,
            onClick: switchTag(row.tag, false),
          },
        ];
}
