import type { Channel } from '@tollgate/contract';
import { Button, EmptyState } from '@tollgate/ui/core';
import { DataTable } from '@tollgate/ui/data';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannelColumns } from './channel-columns.tsx';
import { useChannels } from './channels.data.ts';
import { useChannelActions } from './use-channel-actions.tsx';
import { type ChannelList, toQuery } from './use-channel-list.ts';

interface Props {
  list: ChannelList;
  onAdd: () => void;
  onEdit: (channel: Channel) => void;
  onCopy: (channel: Channel) => void;
}

export function ChannelsTable({ list, onAdd, onEdit, onCopy }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const channels = useChannels(toQuery(list));
  const columns = useChannelColumns();
  const actions = useChannelActions({ onEdit, onCopy });
  useLastPage(list, channels.data?.total);

  return (
    <DataTable<Channel>
      label={t('channels.title')}
      storageKey="channels"
      source={{ ...channels, data: channels.data, retry: channels.mutate }}
      list={list}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      columns={columns}
      actions={actions}
      onOpen={onEdit}
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
  );
}

/** Deleting the only channel of the last page must not leave an empty page behind. */
function useLastPage({ page, pageSize, setPage }: ChannelList, total: number | undefined): void {
  const last = Math.max(1, Math.ceil((total ?? 0) / pageSize));
  useEffect(() => {
    if (total !== undefined && page > last) setPage(last);
  }, [total, page, last, setPage]);
}
