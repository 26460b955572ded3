import { serverNow } from '@tollgate/api-client';
import {
  FilterBar,
  type FilterField,
  FilterText,
  type ListState,
  TimeFilter,
  type TimeWord,
} from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';

/** Filters of the job logs, in addition to the provider's id. */
type WorkFilterValues = Record<string, string> & { time: string; channel_id: string };

interface Props<F extends WorkFilterValues> {
  list: ListState<F>;
  /** The filter that holds the provider's id. */
  idName: keyof F & string;
  /** Shown and used while no time is chosen. */
  fallback: TimeWord;
  isAdmin: boolean;
}

export function WorkFilters<F extends WorkFilterValues>(props: Props<F>) {
  const { list, idName, fallback, isAdmin } = props;
  const { t } = useTranslation('area.logs');
  const fields: FilterField<F>[] = [
    {
      name: 'time',
      label: t('shared.field.submitted'),
      render: (value, onChange) => (
        <TimeFilter
          label={t('shared.field.submitted')}
          value={value}
          onChange={onChange}
          fallback={fallback}
          now={serverNow}
        />
      ),
    },
  ];
  if (isAdmin)
    fields.push({
      name: 'channel_id',
      label: t('shared.channel-id'),
      render: (value, onChange) => (
        <FilterText label={t('shared.channel-id')} value={value} onChange={onChange} numeric />
      ),
    });
  return (
    <FilterBar<F>
      list={list}
      search={{ name: idName, placeholder: t('shared.field.task-id') }}
      fields={fields}
    />
  );
}
