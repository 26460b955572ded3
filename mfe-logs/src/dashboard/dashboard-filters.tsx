import { serverNow } from '@tollgate/api-client';
import { FilterBar, type FilterField, type ListState, TimeFilter } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { defaultTimes, type Granularity, granularities } from './usage-range.ts';

/** The filters of the dashboard in the URL. */
export type DashboardFilters = {
  /** A word such as `today`, or `from-to` in Unix seconds; empty means the default of the granularity. */
  time: string;
  /** Empty means the site's default. */
  granularity: string;
  /** Only for admins. */
  username: string;
  /** Only for admins: `own` is their own usage; empty is that of everybody. */
  scope: string;
  /** Only for admins: what the second chart of costs is by. Empty is by user. */
  by: string;
};

export const noFilters: DashboardFilters = { time: '', granularity: '', username: '', scope: '', by: '' };

interface Props {
  list: ListState<DashboardFilters>;
  granularity: Granularity;
  isAdmin: boolean;
}

export function DashboardFiltersBar({ list, granularity, isAdmin }: Props) {
  const { t } = useTranslation('area.logs');
  const scope: FilterField<DashboardFilters> = {
    name: 'scope',
    label: t('dashboard.filter.scope'),
    options: [
      { value: '', label: t('dashboard.scope.all') },
      { value: 'own', label: t('dashboard.scope.own') },
    ],
  };
  const fields: FilterField<DashboardFilters>[] = [
    ...(isAdmin ? [scope] : []),
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
      render: (value, onChange) => (
        <TimeFilter
          label={t('dashboard.filter.range')}
          value={value}
          onChange={onChange}
          fallback={defaultTimes[granularity]}
          now={serverNow}
        />
      ),
    },
  ];
  return (
    <FilterBar<DashboardFilters>
      list={list}
      {...(isAdmin &&
        list.filters.scope === '' && {
          search: { name: 'username' as const, placeholder: t('dashboard.filter.user') },
        })}
      fields={fields}
    />
  );
}
