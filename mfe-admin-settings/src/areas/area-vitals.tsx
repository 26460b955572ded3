import { StatusTag, useFormat } from '@tollgate/ui/core';
import { type DataColumn, DataTable } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import type { Trouble } from './trouble.data.ts';

type Vital = Trouble['vitals'][number];

/** Where web.dev draws the lines: good up to the first, poor above the second. */
const BOUNDS: Record<Vital['name'], readonly [good: number, poor: number]> = {
  LCP: [2500, 4000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
};

/** How fast and steady the pages of each build are for three quarters of the visits. */
export function AreaVitals({ vitals }: { vitals: Trouble['vitals'] }) {
  const { t } = useTranslation('area.admin-settings');
  const { count, duration, number } = useFormat();
  if (vitals.length === 0) return null;
  const show = ({ name }: Vital, value: number) =>
    name === 'CLS' ? number(value, { maximumFractionDigits: 3 }) : duration(value);
  const columns: DataColumn<Vital>[] = [
    {
      key: 'name',
      title: t('areas.vitals.name'),
      mobile: 'title',
      render: ({ name }) => t(`areas.vitals.${name}`),
    },
    { key: 'build_id', title: t('areas.builds.build'), render: ({ build_id }) => <code>{build_id}</code> },
    {
      key: 'p75',
      title: 'p75',
      numeric: true,
      mobile: 'fact',
      render: (vital) => show(vital, vital.p75),
    },
    { key: 'p50', title: 'p50', numeric: true, render: (vital) => show(vital, vital.p50) },
    { key: 'p95', title: 'p95', numeric: true, render: (vital) => show(vital, vital.p95) },
    { key: 'count', title: t('areas.vitals.visits'), numeric: true, render: (vital) => count(vital.count) },
    {
      key: 'verdict',
      title: t('areas.column.state'),
      mobile: 'fact',
      render: (vital) => <Verdict vital={vital} />,
    },
  ];
  return (
    <>
      <h3 className="areas-trouble-heading">{t('areas.vitals.title')}</h3>
      <DataTable<Vital>
        label={t('areas.vitals.title')}
        compact
        source={{ data: { items: [...vitals], total: vitals.length }, isLoading: false }}
        rowKey={({ build_id, name }) => `${build_id} ${name}`}
        columns={columns}
      />
    </>
  );
}

function Verdict({ vital: { name, p75 } }: { vital: Vital }) {
  const { t } = useTranslation('area.admin-settings');
  const [good, poor] = BOUNDS[name];
  if (p75 <= good) return <StatusTag tone="success">{t('areas.vitals.good')}</StatusTag>;
  if (p75 <= poor) return <StatusTag tone="warning">{t('areas.vitals.fair')}</StatusTag>;
  return <StatusTag tone="danger">{t('areas.vitals.poor')}</StatusTag>;
}
