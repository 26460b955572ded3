import { serverNow } from '@tollgate/api-client';
import { type MarginDimension, marginDimensions } from '@tollgate/contract';
import { toFailure } from '@tollgate/i18n';
import { EmptyState, ErrorState, ForbiddenState, PageHeader, Skeleton } from '@tollgate/ui/core';
import { FilterBar, type FilterField, TimeFilter, useListState } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { RefreshButton } from '../shared/refresh-button.tsx';
import { useTimeRange } from '../shared/use-time-range.ts';
import { useMargin } from './margin.data.ts';
import { MarginChart } from './margin-chart.tsx';
import { MarginTable } from './margin-table.tsx';
import { MarginTiles } from './margin-tiles.tsx';
import './margin.css';

type Filters = { time: string; by: string };

/** Revenue, cost and margin of everybody. Only for admins. */
export function MarginPage() {
  const { t } = useTranslation('area.logs');
  const list = useListState<Filters>({ filters: { time: '', by: '' } });
  const by = marginDimensions.find((each) => each === list.filters.by) ?? 'model';
  const range = useTimeRange(list.filters.time, 'last-30-days');
  const days = useMargin('day', range);
  const rows = useMargin(by, range);
  const isFailed = days.error && !days.data;
  return (
    <>
      <PageHeader
        title={t('margin.title')}
        description={t('margin.intro')}
        actions={<RefreshButton sources={[days, rows]} />}
      />
      <FilterBar<Filters> list={list} fields={useFields(by)} />
      {isFailed && toFailure(days.error).code === 'not_allowed' && <ForbiddenState />}
      {isFailed && toFailure(days.error).code !== 'not_allowed' && (
        <ErrorState error={days.error} onRetry={() => Promise.all([days.mutate(), rows.mutate()])} />
      )}
      {!isFailed && <MarginTiles days={days.data} />}
      {!isFailed && !days.data && <Skeleton animation text={{ rows: 8 }} />}
      {days.data?.length === 0 && (
        <EmptyState title={t('margin.empty.title')} description={t('margin.empty.hint')} />
      )}
      {days.data && days.data.length > 0 && (
        <>
          <MarginChart days={days.data} />
          <MarginTable by={by} source={rows} />
        </>
      )}
    </>
  );
}

function useFields(by: MarginDimension): FilterField<Filters>[] {
  const { t } = useTranslation('area.logs');
  return [
    {
      name: 'by',
      label: t('margin.filter.by'),
      render: (_, onChange) => (
        <label className="tg-filter-choice">
          <span>{t('margin.filter.by')}</span>
          <select value={by} onChange={({ target }) => onChange(target.value)}>
            {marginDimensions.map((each) => (
              <option key={each} value={each}>
                {t(`margin.by.${each}`)}
              </option>
            ))}
          </select>
        </label>
      ),
    },
    {
      name: 'time',
      label: t('margin.filter.time'),
      render: (value, onChange) => (
        <TimeFilter
          label={t('margin.filter.time')}
          value={value}
          onChange={onChange}
          fallback="last-30-days"
          now={serverNow}
        />
      ),
    },
  ];
}
