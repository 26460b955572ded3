import { Button } from '@tollgate/ui/core';
import {
  DateTimeRange,
  FilterBar,
  type FilterField,
  FilterText,
  type ListState,
  rangeToText,
} from '@tollgate/ui/data';
import { IconSearch } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { readRange, type TimeRange } from './work-time.ts';

/** Filters of the job logs, in addition to the provider's id. */
type WorkFilterValues = Record<string, string> & { time: string; channel_id: string };

interface Props<F extends WorkFilterValues> {
  list: ListState<F>;
  /** The filter that holds the provider's id. */
  idName: keyof F & string;
  /** Shown and used while no time is chosen. */
  fallback: TimeRange;
  isAdmin: boolean;
  /** Reloads the list; typed texts are applied when the button gets the focus. */
  onQuery: () => void;
}

export function WorkFilters<F extends WorkFilterValues>(props: Props<F>) {
  const { list, idName, fallback, isAdmin, onQuery } = props;
  const { t } = useTranslation('area.logs');
  const fields: FilterField<F>[] = [
    {
      name: 'time',
      label: t('shared.field.submitted'),
      render: (value, onChange) => {
        const { start, end } = readRange(value, fallback);
        return <DateTimeRange value={[start, end]} onChange={(next) => onChange(rangeToText(next))} />;
      },
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
      actions={
        <Button icon={<IconSearch />} onClick={onQuery}>
          {t('shared.query')}
        </Button>
      }
    />
  );
}
