import { type Channel, ChannelStatus } from '@tollgate/contract';
import { useFormat, useToast } from '@tollgate/ui/core';
import type { RowAction } from '@tollgate/ui/data';
import {
  IconCopy,
  IconDelete,
  IconEdit,
  IconLock,
  IconPlayCircle,
  IconRefresh,
  IconStop,
  IconStorage,
  IconThunderbolt,
} from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { useCopyChannel, useDeleteChannel, useSwitchChannel, useUpdateBalance } from './channels.data.ts';

export interface ChannelHandlers {
  onEdit: (channel: Channel) => void;
  /** Tests the channel and shows the result. */
  onTest: (channel: Channel) => void;
  /** Shows the keys of a channel with several. */
  onKeys: (channel: Channel) => void;
  /** Shows what the calls of a channel cost. */
  onCosts: (channel: Channel) => void;
}

const MAX_NAME = 128;

/** Returns the actions for a channel of the list. */
export function useChannelActions({
  onEdit,
  onTest,
  onKeys,
  onCosts,
}: ChannelHandlers): (channel: Channel) => RowAction[] {
  const { t } = useTranslation('area.admin-channels');
  const work = useRowWork();
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
        key: 'test',
        label: t('channels.test.one'),
        icon: <IconThunderbolt />,
        visible: true,
        onClick: () => onTest(channel),
      },
      ...(channel.multi_key_size > 1
        ? [{ key: 'keys', label: t('keys.menu'), icon: <IconLock />, onClick: () => onKeys(channel) }]
        : []),
      { key: 'costs', label: t('costs.menu'), icon: <IconStorage />, onClick: () => onCosts(channel) },
      {
        key: 'balance',
        label: t('channels.balance.update'),
        icon: <IconRefresh />,
        onClick: () => work.balance(channel),
      },
      {
        key: 'toggle',
        label: t(isEnabled ? 'common:action.disable' : 'common:action.enable'),
        icon: isEnabled ? <IconStop /> : <IconPlayCircle />,
        onClick: () => work.toggle(channel),
      },
      { key: 'copy', label: t('channels.copy'), icon: <IconCopy />, onClick: () => work.copy(channel) },
      {
        key: 'delete',
        label: t('common:action.delete'),
        icon: <IconDelete />,
        danger: true,
        onClick: () => work.remove(channel),
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

/** Runs an action and shows its result; rejects on an error. */
function useRowWork() {
  const { t } = useTranslation('area.admin-channels');
  const toast = useToast();
  const format = useFormat();
  const toggle = useSwitchChannel();
  const remove = useDeleteChannel();
  const copy = useCopyChannel();
  const { update } = useUpdateBalance();
  return {
    async toggle(channel: Channel) {
      await toggle(channel);
      const word = channel.status === ChannelStatus.enabled ? 'disabled' : 'enabled';
      toast.success(t(`channels.notice.${word}`, { name: channel.name }));
    },
    async remove(channel: Channel) {
      await remove(channel);
      toast.success(t('channels.notice.deleted', { name: channel.name }));
    },
    async copy(channel: Channel) {
      const name = t('drawer.copy-name', { name: channel.name.slice(0, MAX_NAME - 10) });
      await copy(channel, name);
      toast.success(t('drawer.copied', { name }));
    },
    async balance(channel: Channel) {
      const dollars = await update(channel);
      const amount = format.number(dollars, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
      toast.success(t('channels.balance.updated', { name: channel.name, amount: `$${amount}` }));
    },
  };
}
