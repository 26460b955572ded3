import { useToast } from '@tollgate/ui/core';
import { ActionsButton, type RowAction } from '@tollgate/ui/data';
import { IconMore } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { useChannelWork } from './channel-work.data.ts';
import type { ChannelRun } from './use-channel-run.tsx';

/** Actions for all channels. */
export function ListActions({ run }: { run: ChannelRun }) {
  const { t } = useTranslation('area.admin-channels');
  const toast = useToast();
  const { updateBalances, deleteDisabled, repair } = useChannelWork();

  const actions: RowAction[] = [
    { key: 'test', label: t('channels.all.test'), onClick: run.testAll },
    {
      key: 'balances',
      label: t('channels.all.balances'),
      onClick: async () => {
        await updateBalances();
        toast.success(t('channels.all.balances-started'));
      },
    },
    {
      key: 'repair',
      label: t('channels.all.repair'),
      confirm: { title: t('channels.all.repair-title'), content: t('channels.all.repair-content') },
      onClick: async () => toast.success(t('channels.all.repaired', { count: await repair() })),
    },
    {
      key: 'disabled',
      label: t('channels.all.disabled'),
      danger: true,
      confirm: {
        danger: true,
        title: t('channels.all.disabled-title'),
        content: t('channels.all.disabled-content'),
        okText: t('channels.all.disabled-ok'),
      },
      onClick: async () => toast.success(t('channels.all.disabled-done', { count: await deleteDisabled() })),
    },
  ];
  return <ActionsButton label={t('channels.all.menu')} icon={<IconMore />} actions={actions} />;
}
