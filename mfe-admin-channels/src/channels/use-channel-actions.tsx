import { type Channel, ChannelStatus } from '@tollgate/contract';
import { useToast } from '@tollgate/ui/core';
import type { RowAction } from '@tollgate/ui/data';
import { IconCopy, IconDelete, IconEdit, IconPlayCircle, IconStop } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { useDeleteChannel, useSwitchChannel } from './channels.data.ts';

interface Doors {
  onEdit: (channel: Channel) => void;
  onCopy: (channel: Channel) => void;
}

/** What can be done with a channel in the list. */
export function useChannelActions({ onEdit, onCopy }: Doors): (channel: Channel) => RowAction[] {
  const { t } = useTranslation('area.admin-channels');
  const toast = useToast();
  const toggle = useSwitchChannel();
  const remove = useDeleteChannel();

  return (channel) => {
    const { name } = channel;
    const isEnabled = channel.status === ChannelStatus.enabled;
    return [
      {
        key: 'edit',
        label: t('common:action.edit'),
        icon: <IconEdit />,
        visible: true,
        onClick: () => onEdit(channel),
      },
      {
        key: 'toggle',
        label: t(isEnabled ? 'common:action.disable' : 'common:action.enable'),
        icon: isEnabled ? <IconStop /> : <IconPlayCircle />,
        onClick: async () => {
          await toggle(channel);
          toast.success(t(isEnabled ? 'channels.notice.disabled' : 'channels.notice.enabled', { name }));
        },
      },
      { key: 'copy', label: t('channels.copy'), icon: <IconCopy />, onClick: () => onCopy(channel) },
      {
        key: 'delete',
        label: t('common:action.delete'),
        icon: <IconDelete />,
        danger: true,
        onClick: async () => {
          await remove(channel);
          toast.success(t('channels.notice.deleted', { name }));
        },
        confirm: {
          title: t('channels.delete.title', { name }),
          content: t('channels.delete.content'),
          okText: t('channels.delete.ok'),
          danger: true,
        },
      },
    ];
  };
}
