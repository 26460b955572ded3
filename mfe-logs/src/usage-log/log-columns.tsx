import { type LogEntry, LogType } from '@tollgate/contract';
import { type Format, GroupTag, TimeAgo, useFormat } from '@tollgate/ui/core';
import { type DataColumn, IdDot } from '@tollgate/ui/data';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isChannelTest } from './channel-test.ts';
import { DetailsCell } from './details-cell.tsx';
import { readDetails } from './log-details.ts';
import { LogTypeTag } from './log-type-tag.tsx';
import { ModelCell } from './model-cell.tsx';
import { TimingCell } from './timing-cell.tsx';

/** A single call often costs less than a cent. */
export const COST_DECIMALS = 6;

/** The columns for everybody, with the additional columns of admins. */
export function useLogColumns(isAdmin: boolean, onUser: (entry: LogEntry) => void): DataColumn<LogEntry>[] {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  // The open entry is in the URL: the page is rendered with every step to another one, its rows are not.
  return useMemo(() => toColumns({ t, format, isAdmin, onUser }), [t, format, isAdmin, onUser]);
}

interface Given {
  t: TFunction<'area.logs'>;
  format: Format;
  isAdmin: boolean;
  onUser: (entry: LogEntry) => void;
}

function toColumns({ t, format, isAdmin, onUser }: Given): DataColumn<LogEntry>[] {
  const tokens = (entry: LogEntry, count: number) =>
    entry.type === LogType.consumption ? format.number(count) : undefined;

  const columns: (DataColumn<LogEntry> & { admin?: boolean })[] = [
    {
      key: 'created_at',
      title: t('log.field.time'),
      mobile: 'fact',
      render: ({ created_at }) => <TimeAgo at={created_at} />,
    },
    { key: 'channel', title: t('log.field.channel'), admin: true, render: channelName },
    {
      key: 'username',
      title: t('log.field.user'),
      admin: true,
      render: (entry) => <UserName id={entry.user_id} name={entry.username} onOpen={() => onUser(entry)} />,
    },
    {
      key: 'token_name',
      title: t('log.field.token'),
      render: (entry) => entry.token_name && <TokenName entry={entry} />,
    },
    {
      key: 'group',
      title: t('log.field.group'),
      optional: isAdmin, // more columns than fit into 1280 px
      render: ({ group }) => group && <GroupTag name={group} />,
    },
    { key: 'type', title: t('log.field.type'), render: (entry) => <LogTypeTag entry={entry} /> },
    {
      key: 'model_name',
      title: t('log.field.model'),
      mobile: 'title',
      render: (entry) => <ModelCell entry={entry} />,
    },
    {
      key: 'use_time',
      title: t('log.field.timing'),
      mobile: 'fact',
      render: (entry) => <TimingCell entry={entry} />,
    },
    {
      key: 'prompt_tokens',
      title: t('log.field.prompt'),
      numeric: true,
      render: (entry) => tokens(entry, entry.prompt_tokens),
    },
    {
      key: 'completion_tokens',
      title: t('log.field.completion'),
      numeric: true,
      render: (entry) => tokens(entry, entry.completion_tokens),
    },
    {
      key: 'quota',
      title: t('log.field.cost'),
      numeric: true,
      mobile: 'fact',
      render: ({ type, quota }) =>
        type === LogType.consumption || quota !== 0 ? format.quota(quota, COST_DECIMALS) : undefined,
    },
    { key: 'retries', title: t('log.field.retries'), numeric: true, admin: true, render: retries },
    { key: 'details', title: t('log.field.details'), render: (entry) => <DetailsCell entry={entry} /> },
  ];
  return columns.filter(({ admin = false }) => isAdmin || !admin);
}

function Name({ text }: { text: string }) {
  return (
    <span className="usage-log-name" title={text}>
      {text}
    </span>
  );
}

function TokenName({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation('area.logs');
  return isChannelTest(entry) ? (
    <span className="usage-log-muted">{t('log.channel-test')}</span>
  ) : (
    <Name text={entry.token_name} />
  );
}

function UserName({ id, name, onOpen }: { id: number; name: string; onOpen: () => void }) {
  const { t } = useTranslation('area.logs');
  if (!name) return <span className="usage-log-muted">–</span>;
  return (
    <button
      type="button"
      className="usage-log-name usage-log-link"
      title={t('log.user.title', { name })}
      onClick={onOpen}
    >
      <IdDot id={id} /> {name}
    </button>
  );
}

function channelName({ channel, channel_name }: LogEntry) {
  if (channel === 0) return undefined;
  const name = [`#${channel}`, channel_name].filter(Boolean).join(' ');
  return (
    <>
      <IdDot id={channel} /> <Name text={name} />
    </>
  );
}

/** Channels that failed before the last one. */
function retries(entry: LogEntry) {
  const { triedChannels } = readDetails(entry);
  return triedChannels.length > 0 ? triedChannels.length - 1 : undefined;
}
