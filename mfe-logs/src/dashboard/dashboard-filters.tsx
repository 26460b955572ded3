import { DateTimeRange, FilterBar, type FilterField, type ListState, rangeToText } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { type Granularity, granularities, type UsageRange } from './usage-range.ts';

/** The filters of the dashboard in the URL. */
export type DashboardFilters = {
  /** Unix seconds as `from-to`; empty means the default of the granularity. */
  time: string;
  /** Empty means the site's default. */
  granularity: string;
  /** Only for admins. */
  username: string;
};

export const noFilters: DashboardFilters = { time: '', granularity: '', username: '' };

interface Props {
  list: ListState<DashboardFilters>;
  range: UsageRange;
  granularity: Granularity;
  isAdmin: boolean;
}

export function DashboardFiltersBar({ list, range, granularity, isAdmin }: Props) {
  const { t } = useTranslation('area.logs');
  const fields: FilterField<DashboardFilters>[] = [
    {
      name: 'granularity',
      label: t('dashboard.filter.granularity'),
      render: (_, onChange) => (
        <label className="tg-filter-choice">
          <span>{t('dashboard.filter.granularity')}</span>
          <select value={granularity} onChange={({ target }) => onChange(target.value)}>
            {granularities.map((one) => (
              <option key={one} value={one}>
                {t(`dashboard.granularity.${one}`)}
              </option>
            ))}
          </select>
        </label>
      ),
    },
    {
      name: 'time',
      label: t('dashboard.filter.range'),
      render: (_, onChange) => (
        <DateTimeRange value={[range.start, range.end]} onChange={(next) => onChange(rangeToText(next))} />
      ),
    },
  ];
  return (
    <FilterBar<DashboardFilters>
      list={list}
      {...(isAdmin && { search: { name: 'username' as const, placeholder: t('dashboard.filter.user') } })}
      fields={fields}
    />
  );
}
