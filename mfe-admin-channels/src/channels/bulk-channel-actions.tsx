import { call } from '@tollgate/api-client';
import { type Channel, ChannelStatus, testChannel, updateChannel } from '@tollgate/contract';
import { Button, ConfirmAction, useToast } from '@tollgate/ui/core';
import { useNameList } from '@tollgate/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BatchPriorityDialog } from './batch-priority-dialog.tsx';
import { BatchTagDialog } from './batch-tag-dialog.tsx';
import { useChannelWork } from './channel-work.data.ts';
import type { ChannelRun } from './use-channel-run.tsx';

interface Props {
  channels: readonly Channel[];
  run: ChannelRun;
  onDone: () => void;
}

/** Actions for the selected channels, in the bar of the selection. */
export function BulkChannelActions({ channels, run, onDone }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const toast = useToast();
  const { remove } = useChannelWork();
  const [dialog, setDialog] = useState<'tag' | 'priority'>();
  const { enabled, disabled } = ChannelStatus;
  const [on, off] = [
    channels.filter(({ status }) => status === enabled),
    channels.filter(({ status }) => status !== enabled),
  ];
  const ids = channels.map(({ id }) => id);

  function start(title: string, rows: readonly Channel[], work: (channel: Channel) => Promise<unknown>) {
    run.each(title, rows, work);
    onDone();
  }
  return (
    <>
      <Button
        size="small"
        disabled={off.length === 0}
        onClick={() =>
          start(t('channels.bulk.enabling'), off, ({ id }) => call(updateChannel, { id, status: enabled }))
        }
      >
        {t('common:action.enable')}
      </Button>
      <ConfirmAction
        size="small"
        disabled={on.length === 0}
        title={t('channels.bulk.disable-title', { count: on.length })}
        content={<Named channels={on} text={t('channels.bulk.disable-content')} />}
        okText={t('common:action.disable')}
        onConfirm={() =>
          start(t('channels.bulk.disabling'), on, ({ id }) => call(updateChannel, { id, status: disabled }))
        }
      >
        {t('common:action.disable')}
      </ConfirmAction>
      <Button
        size="small"
        onClick={() => start(t('channels.all.testing'), channels, ({ id }) => call(testChannel, { id }))}
      >
        {t('channels.test.one')}
      </Button>
      <Button size="small" onClick={() => setDialog('tag')}>
        {t('channels.bulk.tag')}
      </Button>
      <Button size="small" onClick={() => setDialog('priority')}>
        {t('channels.bulk.priority')}
      </Button>
      <ConfirmAction
        size="small"
        danger
        title={t('channels.all.remove-title', { count: ids.length })}
        content={<Named channels={channels} text={t('channels.delete.content')} />}
        okText={t('channels.all.remove-ok')}
        onConfirm={async () => {
          toast.success(t('channels.all.removed', { count: await remove(ids) }));
          onDone();
        }}
      >
        {t('common:action.delete')}
      </ConfirmAction>
      {dialog === 'tag' && <BatchTagDialog ids={ids} onDone={onDone} onClose={() => setDialog(undefined)} />}
      {dialog === 'priority' && (
        <BatchPriorityDialog
          count={ids.length}
          onChoose={(priority) =>
            start(t('channels.bulk.prioritizing'), channels, ({ id }) =>
              call(updateChannel, { id, priority }),
            )
          }
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

/** What a question is about, by name, above what happens to it. */
function Named({ channels, text }: { channels: readonly Channel[]; text: string }) {
  const nameList = useNameList();
  return (
    <>
      <p>{nameList(channels.map(({ name }) => name))}</p>
      {text}
    </>
  );
}
