import { useErrorMessage } from '@tollgate/i18n';
import { Alert, Button, PageHeader } from '@tollgate/ui/core';
import { IconPlus } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelDrawer, type DrawerTask } from '../channel-drawer/channel-drawer.tsx';
import { ChannelsFilter } from './channels-filter.tsx';
import { ChannelsTable } from './channels-table.tsx';
import { useAddressedTask } from './use-addressed-task.ts';
import { useChannelList } from './use-channel-list.ts';
import './channels.css';

/** The upstream accounts that calls are relayed to. Filters and page live in the address bar. */
export function ChannelsPage() {
  const { t } = useTranslation('area.admin-channels');
  const list = useChannelList();
  const [task, setTask] = useState<DrawerTask>();
  const addressed = useAddressedTask();
  const errorMessage = useErrorMessage();
  const shown = task ?? addressed.task;
  const add = () => setTask({ kind: 'create' });

  function close() {
    setTask(undefined);
    addressed.leave();
  }

  return (
    <>
      <PageHeader
        title={t('channels.title')}
        description={t('channels.intro')}
        actions={
          <Button type="primary" icon={<IconPlus />} onClick={add}>
            {t('channels.add')}
          </Button>
        }
      />
      {addressed.error !== undefined && (
        <Alert type="error" className="channels-note" content={errorMessage(addressed.error)} />
      )}
      <ChannelsFilter list={list} />
      <ChannelsTable
        list={list}
        onAdd={add}
        onEdit={(channel) => setTask({ kind: 'edit', channel })}
        onCopy={(channel) => setTask({ kind: 'copy', channel })}
      />
      {shown && <ChannelDrawer task={shown} onClose={close} />}
    </>
  );
}
