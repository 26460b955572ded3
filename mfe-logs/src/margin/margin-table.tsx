import type { MarginDimension, MarginRow } from '@tollgate/contract';
import { StatusTag, useFormat } from '@tollgate/ui/core';
import { type DataColumn, DataTable } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { dayName } from './day-name.ts';
import { isBelowCost, sumOf, type useMargin } from './margin.data.ts';

interface Props {
  by: MarginDimension;
  source: ReturnType<typeof useMargin>;
}

/** Revenue, cost and margin by the chosen dimension. Rows below cost are marked. */
export function MarginTable({ by, source: { data, mutate, ...source } }: Props) {
  const { t } = useTranslation('area.logs');
  const items = by === 'day' ? data?.toReversed() : data;
  return (
    <DataTable<MarginRow>
      label={t(`margin.by.${by}`)}
      source={{ ...source, data: items && { items, total: items.length }, retry: mutate }}
      rowKey={({ name }) => name}
      columns={useColumns(by)}
    />
  );
}

function useColumns(by: MarginDimension): DataColumn<MarginRow>[] {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  return [
    {
      key: 'name',
      title: t(`margin.by.${by}`),
      mobile: 'title',
      width: 220,
      render: (row) => <Name by={by} row={row} />,
    },
    {
      key: 'revenue',
      title: t('margin.revenue'),
      numeric: true,
      mobile: 'fact',
      render: ({ revenue }) => format.quota(revenue),
    },
    {
      key: 'cost',
      title: t('margin.cost'),
      numeric: true,
      mobile: 'fact',
      render: ({ cost }) => (cost === null ? '–' : format.quota(cost)),
    },
    {
      key: 'margin',
      title: t('margin.margin'),
      numeric: true,
      mobile: 'fact',
      render: ({ known_revenue, cost }) => (cost === null ? '–' : format.quota(known_revenue - cost)),
    },
    { key: 'share', title: t('margin.share'), numeric: true, render: (row) => <Share row={row} /> },
    {
      key: 'calls',
      title: t('margin.calls'),
      numeric: true,
      render: ({ calls }) => format.number(calls),
    },
  ];
}

function Name({ by, row: { name, label } }: { by: MarginDimension; row: MarginRow }) {
  const { t } = useTranslation('area.logs');
  if (by === 'day') return dayName(name);
  if (by === 'channel') return label || t('margin.gone', { id: name });
  return <span className={by === 'model' ? 'tg-mono' : ''}>{name || t('dashboard.unnamed')}</span>;
}

function Share({ row }: { row: MarginRow }) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  if (row.cost === null) return <StatusTag tone="neutral">{t('margin.unknown')}</StatusTag>;
  if (isBelowCost(row))
    return (
      <StatusTag tone="danger" hint={t('margin.loss-hint')}>
        {t('margin.loss')}
      </StatusTag>
    );
  const { share } = sumOf([row]);
  return share === undefined ? '–' : format.percent(share);
}
