import { type CallRow, useArea, useRowActions, useRowColumns } from '@tollgate/console-sdk';
import { LOG_COUNT_LIMIT, type LogEntry } from '@tollgate/contract';
import { EmptyState, lazyOverlay, useFormat } from '@tollgate/ui/core';
import { DataTable, type ListState } from '@tollgate/ui/data';
import { Link } from '@tollgate/ui/router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveTail } from './live-tail.tsx';
import { useLogColumns } from './log-columns.tsx';
import type { useUsageLog } from './usage-log.data.ts';
import type { LogFilters } from './usage-log-query.ts';
import { usePeek } from './use-peek.ts';

interface Props {
  list: ListState<LogFilters>;
  log: ReturnType<typeof useUsageLog>;
  isAdmin: boolean;
  hover: LiveTail['hover'];
}

/** The entries, with the open one next to them. */
export function LogTable({ list, log, isAdmin, hover }: Props) {
  const { t } = useTranslation('area.logs');
  const { time } = useFormat();
  const peek = usePeek(log.data?.items ?? [], (list.page - 1) * list.pageSize);
  const [ofUser, setOfUser] = useState<LogEntry>();
  const columns = useLogColumns(isAdmin, setOfUser);
  const added = useRowColumns('logs.call-column/v1', log.data?.items, toRow);
  const others = useRowActions('logs.call-action/v1');
  const { actionsOf } = others;
  // The same for the same rows: opening an entry renders this table, and computes no row again.
  const actions = useCallback(
    (entry: LogEntry) => (entry.model_name ? actionsOf(toRow(entry)) : []),
    [actionsOf],
  );
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only follows the focus and the pointer in the table */}
      <div onFocus={peek.onFocus} {...hover}>
        <DataTable<LogEntry>
          label={t('log.label')}
          storageKey={isAdmin ? 'usage-log-admin' : 'usage-log'}
          source={{ ...log, data: log.data, retry: log.mutate }}
          list={list}
          countLimit={LOG_COUNT_LIMIT}
          rowKey={({ id }) => id}
          rowName={({ model_name, type, created_at }) =>
            t('log.row', { what: model_name || t(`log.type.${type}`), time: time(created_at) })
          }
          columns={[...columns, ...added]}
          {...(others.hasActions && { actions })}
          onOpen={peek.open}
          openKey={peek.entry?.id}
          empty={<NothingYet />}
        />
      </div>
      {peek.entry && (
        <LogPeek
          entry={peek.entry}
          isAdmin={isAdmin}
          onClose={peek.close}
          onPrevious={peek.previous}
          onNext={peek.next}
        />
      )}
      {others.opened}
      {ofUser && (
        <UserSummary
          entry={ofUser}
          onClose={() => setOfUser(undefined)}
          onFilter={(username) => list.setFilters({ username })}
        />
      )}
    </>
  );
}

/** What areas that add actions and columns get of a call. */
function toRow(entry: LogEntry): CallRow {
  return {
    id: entry.id,
    at: entry.created_at,
    model: entry.model_name,
    tokenName: entry.token_name,
    username: entry.username,
    channelId: entry.channel,
  };
}

/** Fetched with the first entry that somebody opens. */
const LogPeek = lazyOverlay(async () => (await import('./log-peek.tsx')).LogPeek);

function NothingYet() {
  const { t } = useTranslation('area.logs');
  const { links } = useArea();
  return (
    <EmptyState
      title={t('log.empty.title')}
      description={t('log.empty.hint')}
      action={
        <Link
          className="arco-btn arco-btn-secondary arco-btn-size-default arco-btn-shape-square"
          to={links.to('user.tokens')}
        >
          {t('log.empty.action')}
        </Link>
      }
    />
  );
}

const UserSummary = lazyOverlay(async () => (await import('./user-summary.tsx')).UserSummary);
