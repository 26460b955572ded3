import { download } from '@tollgate/api-client';
import { ExtensionSlot, useArea, useSession } from '@tollgate/console-sdk';
import { exportOwnUsage, exportUsage } from '@tollgate/contract';
import { toFailure } from '@tollgate/i18n';
import { EmptyState, ErrorState, ForbiddenState, PageHeader } from '@tollgate/ui/core';
import { ExportButton, useListState } from '@tollgate/ui/data';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RefreshButton } from '../shared/refresh-button.tsx';
import { toBounds, useTimeRange } from '../shared/use-time-range.ts';
import {
  useAccount,
  useService,
  useUsage,
  useUsageBefore,
  useUsageSetting,
  useUserUsage,
} from './dashboard.data.ts';
import { DashboardFiltersBar, noFilters } from './dashboard-filters.tsx';
import { AccountTiles } from './dashboard-tiles.tsx';
import { GetStarted } from './get-started.tsx';
import { UsageInRange } from './usage-in-range.tsx';
import { defaultTimes, readGranularity, wholeHours } from './usage-range.ts';
import './dashboard.css';

/** Usage over time: everybody's for admins, else the user's own. Filters are part of the URL. */
export function DashboardPage() {
  const { t } = useTranslation('area.logs');
  const greeting = useGreeting();
  const isAdmin = useArea().can('admin');
  const list = useListState({ filters: noFilters });
  const setting = useUsageSetting();
  const granularity = readGranularity(list.filters.granularity || setting.granularity);
  const time = useTimeRange(list.filters.time, defaultTimes[granularity]);
  const range = useMemo(() => ({ key: time.key, read: () => wholeHours(time.read()) }), [time]);
  const isEverybody = isAdmin && list.filters.scope === '';
  const username = isEverybody ? list.filters.username : '';
  const query = username ? { username } : {};
  const known = setting.isKnown ? query : null;
  const usage = useUsage(known, range, isEverybody, setting.everyMs);
  const before = useUsageBefore(known, range, isEverybody);
  const service = useService(known, range, isEverybody, setting.everyMs);
  const withUsers = isEverybody && !username;
  const users = useUserUsage(withUsers && setting.isKnown, range, setting.everyMs);
  const account = useAccount();
  const isFailed = !setting.isOff && Boolean(usage.error && !usage.data);
  // One error and one retry button when the server is unreachable, instead of one for each part of the page.
  const allFailed = isFailed && Boolean(account.error && !account.data);
  const sources = [usage, service, account, ...(withUsers ? [users] : [])];

  return (
    <>
      <PageHeader
        title={t('dashboard.title')}
        description={greeting}
        actions={
          <>
            <RefreshButton sources={sources} />
            <ExportButton
              fetchFile={(format) => {
                const input = { ...query, ...toBounds(range.read()), format };
                return download(isEverybody ? exportUsage : exportOwnUsage, input);
              }}
            />
          </>
        }
      />
      <GetStarted />
      {!allFailed && <Cards isEverybody={isEverybody} />}
      {setting.isOff ? (
        <EmptyState title={t('dashboard.off.title')} description={t('dashboard.off.hint')} />
      ) : (
        <>
          <DashboardFiltersBar {...{ list, granularity, isAdmin }} />
          {isFailed ? (
            <Failure
              error={usage.error}
              onRetry={() => Promise.all([usage.mutate(), allFailed && account.mutate()])}
            />
          ) : (
            <UsageInRange
              hours={usage.data}
              userHours={users.data}
              isValidating={usage.isValidating}
              hoursBefore={before.data}
              service={service.data}
              {...{ range, granularity, isEverybody, username, list }}
            />
          )}
        </>
      )}
    </>
  );
}

/** The balance, and what other areas have for the dashboard. */
function Cards({ isEverybody }: { isEverybody: boolean }) {
  return (
    <>
      <AccountTiles />
      <ExtensionSlot point="logs.dashboard/v1" of={{ scope: isEverybody ? 'everybody' : 'own' }} />
    </>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  if (toFailure(error).code === 'not_allowed') return <ForbiddenState />;
  return <ErrorState error={error} onRetry={onRetry} />;
}

function useGreeting(): string {
  const { t } = useTranslation('area.logs');
  const { user } = useSession();
  const [hour] = useState(() => new Date().getHours());
  const part = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
  return t(`dashboard.greeting.${part}`, { name: user?.display_name || user?.username || '' });
}
