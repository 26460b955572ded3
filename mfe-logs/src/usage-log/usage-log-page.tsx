import { download } from '@tollgate/api-client';
import { useArea } from '@tollgate/console-sdk';
import { exportLogs, exportOwnLogs, LOG_COUNT_LIMIT, type LogEntry } from '@tollgate/contract';
import { EmptyState, PageHeader, useFormat } from '@tollgate/ui/core';
import { DataTable, ExportButton, useListState } from '@tollgate/ui/data';
import { Link } from '@tollgate/ui/router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLogSeen } from '../shared/log-seen.ts';
import { RefreshButton } from '../shared/refresh-button.tsx';
import { toBounds, useTimeRange } from '../shared/use-time-range.ts';
import { toStoredName } from './channel-test.ts';
import { EntryDetails } from './entry-details.tsx';
import { useLogColumns } from './log-columns.tsx';
import { useUsageLog, useUsageStat } from './usage-log.data.ts';
import { UsageLogFilters } from './usage-log-filters.tsx';
import { defaultTime, noFilters, toQuery } from './usage-log-query.ts';
import { UsageStats } from './usage-stats.tsx';
import { UserSummary } from './user-summary.tsx';
import './usage-log.css';

/** Calls with their users and costs. Filters and page are part of the URL. */
export function UsageLogPage() {
  const { t } = useTranslation('area.logs');
  const { time } = useFormat();
  const isAdmin = useArea().can('admin');
  const list = useListState({ filters: noFilters });
  const range = useTimeRange(list.filters.time, defaultTime);
  const tokenName = toStoredName(list.filters.token_name, t('log.channel-test'));
  const query = toQuery({ ...list.filters, token_name: tokenName }, isAdmin);
  const log = useUsageLog({ ...query, p: list.page, page_size: list.pageSize }, range, isAdmin);
  const stat = useUsageStat(query, range, isAdmin);
  useLogSeen((log.data?.total ?? 0) > 0);
  const [openEntry, setOpenEntry] = useState<LogEntry>();
  const columns = useLogColumns(isAdmin, setOpenEntry);

  return (
    <>
      <PageHeader
        title={t('log.title')}
        description={t('log.intro')}
        actions={
          <>
            <RefreshButton sources={[log, stat]} />
            <ExportButton
              fetchFile={(format) =>
                download(isAdmin ? exportLogs : exportOwnLogs, {
                  ...query,
                  ...toBounds(range.read()),
                  format,
                })
              }
            />
          </>
        }
      />
      <UsageStats data={stat.data} isLoading={stat.isLoading} />
      <UsageLogFilters list={list} isAdmin={isAdmin} error={log.error} />
      <DataTable<LogEntry>
        label={t('log.label')}
        storageKey={isAdmin ? 'usage-log-admin' : 'usage-log'}
        source={{ ...log, data: log.data, retry: log.mutate }}
        list={list}
        countLimit={LOG_COUNT_LIMIT}
        compact
        rowKey={({ id }) => id}
        rowName={(entry) =>
          t('log.row', {
            what: entry.model_name || t(`log.type.${entry.type}`),
            time: time(entry.created_at),
          })
        }
        columns={columns}
        expand={(entry) => <EntryDetails entry={entry} isAdmin={isAdmin} />}
        empty={<NothingYet />}
      />
      {openEntry && (
        <UserSummary
          entry={openEntry}
          onClose={() => setOpenEntry(undefined)}
          onFilter={(username) => list.setFilters({ username })}
        />
      )}
    </>
  );
}

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
