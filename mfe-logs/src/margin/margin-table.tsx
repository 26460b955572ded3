import type { MarginDimension, MarginRow } from '@tollgate/contract';
import { StatusTag, useFormat } from '@tollgate/ui/core';
import { type DataColumn, DataTable, IdDot } from '@tollgate/ui/data';
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
      render: (row) => <Revenue row={row} />,
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

/** The mark is next to the name: a phone shows no other column with room for it. */
function Name({ by, row }: { by: MarginDimension; row: MarginRow }) {
  const { t } = useTranslation('area.logs');
  return (
    <span className="margin-name">
      <Label by={by} row={row} />
      {isBelowCost(row) && (
        <StatusTag tone="danger" hint={t('margin.loss-hint')}>
          {t('margin.loss')}
        </StatusTag>
      )}
    </span>
  );
}

function Label({ by, row: { name, label } }: { by: MarginDimension; row: MarginRow }) {
  const { t } = useTranslation('area.logs');
  if (by === 'day') return dayName(name);
  if (by === 'channel')
    return (
      <>
        <IdDot id={Number(name)} />
        {label || t('margin.gone', { id: name })}
      </>
    );
  return <span className={by === 'model' ? 'tg-mono' : ''}>{name || t('dashboard.unnamed')}</span>;
}

/** Cost and margin are those of a part of the revenue when the cost of other calls is not known. */
function Revenue({ row: { revenue, known_revenue, cost } }: { row: MarginRow }) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  if (cost === null || known_revenue === revenue) return format.quota(revenue);
  return (
    <span className="margin-revenue">
      {format.quota(revenue)}
      <small className="tg-muted">{t('margin.known-part', { amount: format.quota(known_revenue) })}</small>
    </span>
  );
}

function Share({ row }: { row: MarginRow }) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  if (row.cost === null) return <StatusTag tone="neutral">{t('margin.unknown')}</StatusTag>;
  const { share } = sumOf([row]);
  return share === undefined ? '–' : format.percent(share);
}
