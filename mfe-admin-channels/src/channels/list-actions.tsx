import type { Channel } from '@tollgate/contract';
import { confirm, useToast } from '@tollgate/ui/core';
import { ActionsButton, ProgressRun, type RowAction, useNameList, useProgressRun } from '@tollgate/ui/data';
import { IconMore } from '@tollgate/ui/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BatchTagDialog } from './batch-tag-dialog.tsx';
import { useChannelWork, useTestChannels } from './channel-work.data.ts';

interface Parts {
  menu: ReactNode;
  /** Progress of a long job, and the dialogs; rendered below the header. */
  below: ReactNode;
}

/** Actions for all channels, or for the selected ones. */
export function useListActions(selected: readonly Channel[], onDone: () => void): Parts {
  const { t } = useTranslation('area.admin-channels');
  const toast = useToast();
  const run = useProgressRun();
  const test = useTestChannels();
  const work = useSelectedWork(selected, onDone);
  const { updateBalances, deleteDisabled, repair } = useChannelWork();

  const actions: RowAction[] = [
    { key: 'test', label: t('channels.all.test'), onClick: () => run.start(test) },
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
    { key: 'tag', label: t('channels.all.tag'), onClick: work.tag },
    { key: 'remove', label: t('channels.all.remove'), danger: true, onClick: work.remove },
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
  return {
    menu: <ActionsButton label={t('channels.all.menu')} icon={<IconMore />} actions={actions} />,
    below: (
      <>
        <ProgressRun title={t('channels.all.testing')} run={run} isWatched />
        {work.dialog}
      </>
    ),
  };
}

/** Actions that need a selection show a hint without one. */
function useSelectedWork(selected: readonly Channel[], onDone: () => void) {
  const { t } = useTranslation('area.admin-channels');
  const toast = useToast();
  const { remove } = useChannelWork();
  const nameList = useNameList();
  const [isTagging, setTagging] = useState(false);
  const count = selected.length;

  async function removeSelected() {
    if (count === 0) return toast.warning(t('channels.all.none-to-remove'));
    const isMeant = await confirm({
      danger: true,
      title: t('channels.all.remove-title', { count }),
      content: (
        <>
          <p>{nameList(selected.map(({ name }) => name))}</p>
          {t('channels.delete.content')}
        </>
      ),
      okText: t('channels.all.remove-ok'),
    });
    if (!isMeant) return undefined;
    const removed = await remove(selected.map(({ id }) => id));
    onDone();
    return toast.success(t('channels.all.removed', { count: removed }));
  }

  return {
    tag: () => (count === 0 ? toast.warning(t('channels.all.none-to-tag')) : setTagging(true)),
    remove: removeSelected,
    dialog: isTagging && (
      <BatchTagDialog ids={selected.map(({ id }) => id)} onDone={onDone} onClose={() => setTagging(false)} />
    ),
  };
}
