import { download } from '@tollgate/api-client';
import { useArea } from '@tollgate/console-sdk';
import { exportLogs, exportOwnLogs } from '@tollgate/contract';
import { PageHeader } from '@tollgate/ui/core';
import { ExportButton, useListState } from '@tollgate/ui/data';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { BarsAbove } from '../bars/bars-above.tsx';
import { useLogSeen } from '../shared/log-seen.ts';
import { RefreshButton } from '../shared/refresh-button.tsx';
import { toBounds, useTimeRange } from '../shared/use-time-range.ts';
import { toStoredName } from './channel-test.ts';
import { LiveButton, useLiveTail } from './live-tail.tsx';
import { LogTable } from './log-table.tsx';
import { SavedViews } from './saved-views.tsx';
import { useLogBars, useUsageLog, useUsageStat } from './usage-log.data.ts';
import { UsageLogFilters } from './usage-log-filters.tsx';
import { defaultTime, groupingsFor, noFilters, toQuery } from './usage-log-query.ts';
import { UsageStats } from './usage-stats.tsx';
import './usage-log.css';

/** Calls with their users and costs. Filters and page are part of the URL. */
export function UsageLogPage() {
  const { t } = useTranslation('area.logs');
  const isAdmin = useArea().can('admin');
  const list = useListState({ filters: noFilters });
  const range = useTimeRange(list.filters.time, defaultTime);
  const tokenName = toStoredName(list.filters.token_name, t('log.channel-test'));
  const query = toQuery({ ...list.filters, token_name: tokenName }, isAdmin);
  const live = useLiveTail();
  const page = { ...query, p: list.page, page_size: list.pageSize };
  const log = useUsageLog(page, { range, everyMs: live.everyMs }, isAdmin);
  const figures = { range, everyMs: FIGURES_EVERY * live.everyMs };
  const stat = useUsageStat(query, figures, isAdmin);
  const bars = useLogBars(query, figures, isAdmin);
  const by = groupingsFor(isAdmin).find((grouping) => grouping === list.filters.by);
  useLogSeen((log.data?.total ?? 0) > 0);

  return (
    <>
      <PageHeader
        title={t('log.title')}
        description={t('log.intro')}
        actions={
          <>
            <LiveButton live={live} />
            <RefreshButton sources={[log, stat, bars]} />
            <SavedViews />
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
      <BarsAbove subject="requests" bars={bars} list={list} />
      {by && (
        <Suspense fallback={null}>
          <LogGroups {...{ by, list, query, range, isAdmin }} everyMs={live.everyMs} />
        </Suspense>
      )}
      {!by && <LogTable list={list} log={log} isAdmin={isAdmin} hover={live.hover} />}
    </>
  );
}

/** While live, sums over the whole range are read with every second load of the list: they cost the server more. */
const FIGURES_EVERY = 2;

/** Fetched when the log is grouped. */
const LogGroups = lazy(async () => ({ default: (await import('./log-groups.tsx')).LogGroups }));
