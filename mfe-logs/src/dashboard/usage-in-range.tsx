import { serverNow } from '@tollgate/api-client';
import { useArea } from '@tollgate/console-sdk';
import type { CallService, UsageHour } from '@tollgate/contract';
import { EmptyState, Skeleton } from '@tollgate/ui/core';
import type { ListState } from '@tollgate/ui/data';
import { Link } from '@tollgate/ui/router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageRange } from '../shared/use-time-range.ts';
import { sumService } from './compare.ts';
import { DashboardCharts } from './dashboard-charts.tsx';
import type { DashboardFilters } from './dashboard-filters.tsx';
import { RangeTiles } from './range-tiles.tsx';
import type { Granularity, UsageRange } from './usage-range.ts';

interface Props {
  /** Undefined while loading. */
  hours: readonly UsageHour[] | undefined;
  userHours: readonly UsageHour[] | undefined;
  /** Of the time before the range. */
  hoursBefore: readonly UsageHour[] | undefined;
  /** How requests went. */
  service: CallService | undefined;
  /** Whether the hours are loaded again. */
  isValidating: boolean;
  range: PageRange;
  granularity: Granularity;
  /** Whether it is the usage of all users. */
  isEverybody: boolean;
  /** The only user whose usage it is, for admins. */
  username: string;
  /** What the second chart of costs is by is a filter of the page. */
  list: Pick<ListState<DashboardFilters>, 'filters' | 'setFilters'>;
}

/** Sums, charts and models of the chosen range. */
export function UsageInRange(props: Props) {
  const { hours, userHours, hoursBefore, service, isValidating, range, granularity, ...whose } = props;
  const { list, isEverybody, username } = whose;
  const title = useRangeTitle(whose);
  const served = useMemo(() => service && sumService(service), [service]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an open range ends when the hours were loaded
  const shownRange = useMemo(() => readUpToNow(range), [range, hours, isValidating]);
  return (
    <>
      <RangeTiles {...{ title, hours, hoursBefore, served, granularity }} range={shownRange} />
      {!hours && <Skeleton animation text={{ rows: 8 }} />}
      {hours?.length === 0 && <NothingYet />}
      {hours && hours.length > 0 && (
        <DashboardCharts
          {...{ hours, userHours, service, granularity, isEverybody, username }}
          by={list.filters.by}
          onChooseBy={(by) => list.setFilters({ by })}
          pageRange={range}
          range={shownRange}
        />
      )}
    </>
  );
}

/** Says whose usage is summed: next to the account's own sums, an admin sees those of all users. */
function useRangeTitle({ isEverybody, username }: Pick<Props, 'isEverybody' | 'username'>): string {
  const { t } = useTranslation('area.logs');
  if (!isEverybody) return t('dashboard.tile.range-own');
  return username ? t('dashboard.tile.range-of', { name: username }) : t('dashboard.tile.range-all');
}

/** Returns the part of a range that is over: a chart has no bars for the future. */
function readUpToNow({ read }: PageRange): UsageRange {
  const { start, end = Number.POSITIVE_INFINITY } = read();
  return { start, end: Math.min(end, Math.floor(serverNow() / 1000)) };
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
