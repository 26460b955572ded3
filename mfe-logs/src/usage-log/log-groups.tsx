import type { LogGroup, LogGrouping } from '@tollgate/contract';
import { TimeAgo, useFormat } from '@tollgate/ui/core';
import { type DataColumn, DataTable, IdDot, type ListState } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import type { PageRange } from '../shared/use-time-range.ts';
import { COST_DECIMALS } from './log-columns.tsx';
import { useLogGroups } from './usage-log.data.ts';
import type { LogFilters, LogQuery } from './usage-log-query.ts';

interface Props {
  by: LogGrouping;
  list: ListState<LogFilters>;
  query: LogQuery;
  range: PageRange;
  everyMs: number;
  isAdmin: boolean;
}

/** The filtered requests by what they have in common. A row leads to its requests. */
export function LogGroups({ by, list, query, range, everyMs, isAdmin }: Props) {
  const { t } = useTranslation('area.logs');
  const { data, mutate, ...source } = useLogGroups({ ...query, by }, { range, everyMs }, isAdmin);
  const items = data?.items;
  const nameOf = useNameOf(by);
  return (
    <DataTable<LogGroup>
      label={t(`log.groups.${by}`)}
      source={{ ...source, data: items && { items, total: items.length }, retry: mutate }}
      rowKey={({ name }) => name}
      rowName={(group) => t('log.groups.open', { name: nameOf(group) })}
      onOpen={({ name }) => {
        if (name && name !== '0') list.setFilters({ [filterOf[by]]: name, by: '' });
      }}
      columns={useColumns(by, items?.reduce((sum, { quota }) => sum + quota, 0) ?? 0)}
    />
  );
}

function useColumns(by: LogGrouping, all: number): DataColumn<LogGroup>[] {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  const nameOf = useNameOf(by);
  const nameWithColor = (group: LogGroup) => (
    <>
      {group.id > 0 && <IdDot id={group.id} />} {nameOf(group)}
    </>
  );
  const numeric = (key: string, render: DataColumn<LogGroup>['render']) => ({
    ...{ key, render, numeric: true },
    title: t(`log.groups.${key as 'calls'}`),
  });
  return [
    { key: 'name', title: t(`log.groups.${by}`), mobile: 'title', render: nameWithColor },
    { ...numeric('calls', ({ calls, failed }) => format.number(calls + failed)), mobile: 'fact' },
    { ...numeric('failed', ({ failed }) => <Failed count={failed} />), mobile: 'fact' },
    numeric('input', ({ prompt_tokens }) => format.number(prompt_tokens)),
    numeric('output', ({ completion_tokens }) => format.number(completion_tokens)),
    { ...numeric('cost', ({ quota }) => format.quota(quota, COST_DECIMALS)), mobile: 'fact' },
    numeric('share', ({ quota }) => (all > 0 ? format.percent(quota / all) : '–')),
    { key: 'last', title: t('log.groups.last'), render: ({ last_at }) => <TimeAgo at={last_at} /> },
  ];
}

function useNameOf(by: LogGrouping) {
  const { t } = useTranslation('area.logs');
  return ({ name, label }: LogGroup): string => {
    if (!name || (by === 'channel' && name === '0')) return t('log.groups.unnamed');
    return by === 'channel' ? label || t('log.groups.gone', { id: name }) : name;
  };
}

function Failed({ count }: { count: number }) {
  const { number } = useFormat();
  return <span className={count > 0 ? 'usage-log-failures' : 'usage-log-muted'}>{number(count)}</span>;
}

/** The filter that finds the requests of a group. */
const filterOf = {
  model: 'model_name',
  token: 'token_name',
  user: 'username',
  channel: 'channel',
} as const satisfies Record<LogGrouping, keyof LogFilters>;
