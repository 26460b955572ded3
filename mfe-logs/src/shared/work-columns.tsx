import { TimeAgo } from '@tollgate/ui/core';
import type { DataColumn } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { ChannelMark } from './channel-mark.tsx';
import { ProgressMark } from './progress-mark.tsx';
import { TimeSpent } from './time-spent.tsx';

/** Common fields of drawings and tasks. Times in milliseconds, 0 for never. */
export interface Work {
  submittedMs: number;
  finishedMs: number;
  progress: string;
  status: string;
  channelId: number;
}

/** The columns of asynchronous jobs, by name; `read` extracts the fields of a row. */
export function useWorkColumns<Row>(read: (row: Row) => Work) {
  const { t } = useTranslation('area.logs');
  const column = (
    key: string,
    title: string,
    render: (work: Work) => React.ReactNode,
    mobile?: 'fact',
  ): DataColumn<Row> => ({ key, title, render: (row) => render(read(row)), ...(mobile && { mobile }) });
  const moment = (milliseconds: number) => <TimeAgo at={Math.floor(milliseconds / 1000)} never="–" />;

  return {
    submitted: column(
      'submit_time',
      t('shared.field.submitted'),
      ({ submittedMs }) => moment(submittedMs),
      'fact',
    ),
    finished: column('finish_time', t('shared.field.finished'), ({ finishedMs }) => moment(finishedMs)),
    progress: column(
      'progress',
      t('shared.field.progress'),
      ({ progress, status }) => <ProgressMark text={progress} failed={status === 'FAILURE'} />,
      'fact',
    ),
    spent: column('spent', t('shared.field.spent'), ({ submittedMs, finishedMs }) => (
      <TimeSpent submitted={submittedMs} finished={finishedMs} />
    )),
    channel: column('channel_id', t('shared.field.channel'), ({ channelId }) => (
      <ChannelMark id={channelId} />
    )),
  };
}
