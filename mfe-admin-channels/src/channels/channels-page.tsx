import { download } from '@tollgate/api-client';
import { type Channel, exportChannels } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Alert, Button, PageHeader } from '@tollgate/ui/core';
import { ExportButton, useRowSelection } from '@tollgate/ui/data';
import { IconPlus } from '@tollgate/ui/icons';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawerTask } from '../channel-drawer/channel-drawer.tsx';
import { StatusCounts } from '../health/status-counts.tsx';
import { BulkChannelActions } from './bulk-channel-actions.tsx';
import { useChannels } from './channels.data.ts';
import { ChannelsFilter } from './channels-filter.tsx';
import { ChannelsTable } from './channels-table.tsx';
import {
  ChannelCreated,
  ChannelDrawer,
  CostsDrawer,
  KeysDialog,
  TagsTable,
  TestDialog,
  UnpricedDialog,
} from './lazy-parts.ts';
import { ListActions } from './list-actions.tsx';
import { useAddressedTask } from './use-addressed-task.ts';
import { toFilters, toQuery, useChannelList } from './use-channel-list.ts';
import { useChannelRun } from './use-channel-run.tsx';
import './channels.css';

/** The upstream accounts that calls are relayed to. Filters and page are part of the URL. */
export function ChannelsPage() {
  const { t } = useTranslation('area.admin-channels');
  const list = useChannelList();
  const channels = useChannels(list.byTag ? null : toQuery(list));
  const selected = useRowSelection(channels.data?.items);
  const run = useChannelRun();
  const [task, setTask] = useState<DrawerTask>();
  const [created, setCreated] = useState<Channel>();
  const [tested, setTested] = useState<Channel>();
  const [keyring, setKeyring] = useState<Channel>();
  const [costed, setCosted] = useState<Channel>();
  const [saved, setSaved] = useState<readonly string[]>();
  const addressed = useAddressedTask();
  const errorMessage = useErrorMessage();
  const shown = task ?? addressed.task;
  const add = () => setTask({ kind: 'create' });
  const onEdit = (channel: Channel) => setTask({ kind: 'edit', channel });
  const handlers = { onEdit, onTest: setTested, onKeys: setKeyring, onCosts: setCosted };

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
          <>
            <ExportButton fetchFile={(format) => download(exportChannels, { format, ...toFilters(list) })} />
            <ListActions run={run} />
            <Button type="primary" icon={<IconPlus />} onClick={add}>
              {t('channels.add')}
            </Button>
          </>
        }
      />
      {addressed.error !== undefined && (
        <Alert type="error" className="channels-note" content={errorMessage(addressed.error)} />
      )}
      {run.card}
      <StatusCounts list={list} />
      <ChannelsFilter list={list} />
      {list.byTag ? (
        <Suspense>
          <TagsTable list={list} {...handlers} />
        </Suspense>
      ) : (
        <ChannelsTable
          list={list}
          channels={channels}
          selected={selected}
          bulk={(rows) => <BulkChannelActions channels={rows} run={run} onDone={selected.clear} />}
          onAdd={add}
          {...handlers}
        />
      )}
      {shown && <ChannelDrawer task={shown} onCreated={setCreated} onClose={close} onSaved={setSaved} />}
      {created && (
        <ChannelCreated channel={created} onClose={() => setCreated(undefined)} onPrices={setSaved} />
      )}
      {saved && <UnpricedDialog models={saved} onClose={() => setSaved(undefined)} />}
      {tested && <TestDialog channel={tested} onClose={() => setTested(undefined)} />}
      {costed && <CostsDrawer channel={costed} onClose={() => setCosted(undefined)} />}
      {keyring && <KeysDialog channel={keyring} onClose={() => setKeyring(undefined)} />}
    </>
  );
}
