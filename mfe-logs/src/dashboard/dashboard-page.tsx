import { download } from '@tollgate/api-client';
import { useArea, useSession } from '@tollgate/console-sdk';
import { exportOwnUsage, exportUsage } from '@tollgate/contract';
import { toFailure } from '@tollgate/i18n';
import { EmptyState, ErrorState, ForbiddenState, PageHeader, Skeleton } from '@tollgate/ui/core';
import { ExportButton, useListState } from '@tollgate/ui/data';
import { Link } from '@tollgate/ui/router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount, useUsage, useUsageSetting, useUserUsage } from './dashboard.data.ts';
import { DashboardCharts } from './dashboard-charts.tsx';
import { DashboardFiltersBar, noFilters } from './dashboard-filters.tsx';
import { AccountTiles, RangeTiles } from './dashboard-tiles.tsx';
import { totalOf } from './sum-usage.ts';
import { defaultRange, readGranularity, readRange } from './usage-range.ts';
import './dashboard.css';

/** Usage over time: everybody's for admins, else the user's own. Filters are part of the URL. */
export function DashboardPage() {
  const { t } = useTranslation('area.logs');
  const greeting = useGreeting();
  const isAdmin = useArea().can('admin');
  const list = useListState({ filters: noFilters });
  const setting = useUsageSetting();
  const [now] = useState(() => new Date());
  const granularity = readGranularity(list.filters.granularity || setting.granularity);
  const time = list.filters.time;
  const range = useMemo(() => readRange(time, defaultRange(granularity, now)), [time, granularity, now]);
  const username = isAdmin ? list.filters.username : '';
  const query = {
    start_timestamp: range.start,
    end_timestamp: range.end,
    ...(username && { username }),
  };
  const usage = useUsage(setting.isKnown ? query : null, isAdmin, setting.everyMs);
  const users = useUserUsage(isAdmin && setting.isKnown && !username ? query : null, setting.everyMs);
  const account = useAccount();
  const isFailed = !setting.isOff && Boolean(usage.error && !usage.data);
  // One error and one retry button when the server is unreachable, instead of one for each part of the page.
  const allFailed = isFailed && Boolean(account.error && !account.data);
  const total = useMemo(() => usage.data && totalOf(usage.data), [usage.data]);

  return (
    <>
      <PageHeader
        title={t('dashboard.title')}
        description={greeting}
        actions={
          <ExportButton
            fetchFile={(format) => download(isAdmin ? exportUsage : exportOwnUsage, { ...query, format })}
          />
        }
      />
      {!allFailed && <AccountTiles />}
      {setting.isOff ? (
        <EmptyState title={t('dashboard.off.title')} description={t('dashboard.off.hint')} />
      ) : (
        <>
          <DashboardFiltersBar {...{ list, range, granularity, isAdmin }} />
          {isFailed ? (
            <Failure
              error={usage.error}
              onRetry={() => Promise.all([usage.mutate(), allFailed && account.mutate()])}
            />
          ) : (
            <>
              <RangeTiles total={total} range={range} isLoading={!usage.data} />
              {!usage.data && <Skeleton animation text={{ rows: 8 }} />}
              {usage.data?.length === 0 && <NothingYet />}
              {usage.data && usage.data.length > 0 && (
                <DashboardCharts
                  hours={usage.data}
                  userHours={users.data}
                  range={range}
                  granularity={granularity}
                />
              )}
            </>
          )}
        </>
      )}
    </>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  if (toFailure(error).code === 'not_allowed') return <ForbiddenState />;
  return <ErrorState error={error} onRetry={onRetry} />;
}

function NothingYet() {
  const { t } = useTranslation('area.logs');
  const { links } = useArea();
  return (
    <EmptyState
      title={t('dashboard.empty.title')}
      description={t('dashboard.empty.hint')}
      action={
        <Link
          className="arco-btn arco-btn-secondary arco-btn-size-default arco-btn-shape-square"
          to={links.to('user.tokens')}
        >
          {t('dashboard.empty.action')}
        </Link>
      }
    />
  );
}

function useGreeting(): string {
  const { t } = useTranslation('area.logs');
  const { user } = useSession();
  const [hour] = useState(() => new Date().getHours());
  const part = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
  return t(`dashboard.greeting.${part}`, { name: user?.display_name || user?.username || '' });
}
