import { ApiError, serverNow } from '@tollgate/api-client';
import { LogType } from '@tollgate/contract';
import { FilterBar, type FilterField, FilterText, type ListState, TimeFilter } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { useGroupNames } from './usage-log.data.ts';
import { defaultTime, groupingsFor, type LogFilters } from './usage-log-query.ts';

interface Props {
  list: ListState<LogFilters>;
  isAdmin: boolean;
  /** The list's load error, if any. */
  error?: unknown;
}

export function UsageLogFilters({ list, isAdmin, error }: Props) {
  const { t } = useTranslation('area.logs');
  const groups = useGroupNames(isAdmin);
  const all = { value: '', label: t('common:answer.all') };

  const text = (name: keyof LogFilters, label: string, numeric = false): FilterField<LogFilters> => ({
    name,
    label,
    render: (value, onChange) => (
      <FilterText label={label} value={value} onChange={onChange} numeric={numeric} />
    ),
  });

  return (
    <FilterBar<LogFilters>
      list={list}
      search={{
        name: 'model_name',
        placeholder: t('log.filter.model'),
        problem: isPatternTooWide(error) ? t('log.filter.pattern-too-wide') : undefined,
      }}
      fields={[
        {
          name: 'time',
          label: t('log.filter.range'),
          render: (value, onChange) => (
            <TimeFilter
              label={t('log.filter.range')}
              value={value}
              onChange={onChange}
              fallback={defaultTime}
              now={serverNow}
            />
          ),
        },
        {
          name: 'type',
          label: t('log.filter.type'),
          options: [
            all,
            ...filterTypes.map((type) => ({ value: String(type), label: t(`log.type.${type}`) })),
          ],
        },
        {
          name: 'group',
          label: t('log.filter.group'),
          options: [all, ...groups.map((name) => ({ value: name, label: name }))],
        },
        text('token_name', t('log.filter.token')),
        ...(isAdmin
          ? [text('username', t('log.filter.user')), text('channel', t('log.filter.channel'), true)]
          : []),
        {
          name: 'by',
          label: t('log.groups.by'),
          options: [
            { value: '', label: t('log.groups.none') },
            ...groupingsFor(isAdmin).map((by) => ({ value: by, label: t(`log.groups.${by}`) })),
          ],
        },
      ]}
    />
  );
}

function isPatternTooWide(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'log_pattern_too_wide';
}

/** The console API reads type 0 as "all". */
const filterTypes = [LogType.consumption, LogType.error, LogType.topup, LogType.admin, LogType.system];
