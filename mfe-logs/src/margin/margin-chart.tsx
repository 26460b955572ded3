import type { MarginRow } from '@tollgate/contract';
import { useFormat } from '@tollgate/ui/core';
import { Chart } from '@tollgate/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalsFor } from '../dashboard/sum-usage.ts';
import { useAxisStep } from '../dashboard/use-axis-step.ts';
import { dayName } from './day-name.ts';

/** What each day cost, and what was left of its revenue. */
export function MarginChart({ days }: { days: readonly MarginRow[] }) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  const step = useAxisStep();
  const categories = useMemo(() => days.map(({ name }) => dayName(name)), [days]);
  const series = [
    { name: t('margin.revenue'), values: days.map(({ revenue }) => revenue) },
    { name: t('margin.cost'), values: days.map(({ cost }) => cost) },
  ];
  const decimals = decimalsFor(
    Math.max(...days.map(({ revenue, cost }) => Math.max(revenue, cost ?? 0))) / step,
  );
  return (
    <section className="margin-chart">
      <h2>{t('margin.chart')}</h2>
      <Chart
        label={t('margin.chart')}
        kind="line"
        categories={categories}
        series={series}
        format={(value) => format.quota(value, value === 0 ? 0 : decimals)}
        step={step}
        height={240}
      />
    </section>
  );
}
