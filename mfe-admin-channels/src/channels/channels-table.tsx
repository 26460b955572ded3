import { type ChannelRow, useRowActions, useRowColumns } from '@tollgate/console-sdk';
import type { Channel } from '@tollgate/contract';
import { Button, EmptyState } from '@tollgate/ui/core';
import { DataTable, type RowSelection, useLastPage } from '@tollgate/ui/data';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HealthContext, useHealthOf } from '../health/channel-health.data.ts';
import { useChannelColumns } from './channel-columns.tsx';
import type { useChannels } from './channels.data.ts';
import { type ChannelHandlers, useChannelActions } from './use-channel-actions.tsx';
import type { ChannelList } from './use-channel-list.ts';

interface Props extends ChannelHandlers {
  list: ChannelList;
  channels: ReturnType<typeof useChannels>;
  selected: RowSelection<Channel>;
  /** Actions for the selected channels. */
  bulk: (channels: readonly Channel[]) => ReactNode;
  onAdd: () => void;
}

export function ChannelsTable({ list, channels, selected, bulk, onAdd, ...handlers }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const columns = useChannelColumns();
  const added = useRowColumns('admin-channels.channel-column/v1', channels.data?.items, toRow);
  const actions = useChannelActions(handlers);
  const others = useRowActions('admin-channels.channel-action/v1');
  const health = useHealthOf(channels.data?.items ?? []);
  useLastPage(list, channels.data?.total);

  return (
    <HealthContext value={health}>
      <DataTable<Channel>
        label={t('channels.title')}
        storageKey="channels"
        source={{ ...channels, data: channels.data, retry: channels.mutate }}
        list={list}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        columns={[...columns, ...added]}
        actions={(channel) => [...actions(channel), ...others.actionsOf(toRow(channel))]}
        onOpen={handlers.onEdit}
        selection={{ rows: selected, actions: bulk }}
        empty={
          <EmptyState
            title={t('channels.empty.title')}
            description={t('channels.empty.hint')}
            action={
              <Button type="primary" onClick={onAdd}>
                {t('channels.add')}
              </Button>
            }
          />
        }
      />
      {others.opened}
    </HealthContext>
  );
}

/** What areas that add actions and columns get of a channel. */
function toRow({ id, name }: Channel): ChannelRow {
  return { id, name };
}
