import type { CallService } from '@tollgate/contract';
import { useFormat } from '@tollgate/ui/core';
import { Chart } from '@tollgate/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from './chart-panel.tsx';
import { cachedShareOf, errorsOf, partsOf, timesOf } from './service-parts.ts';

const HEIGHT = 220;

/** How requests went: latency, failures by class, and the share of cached input. */
export function ServicePanels({ service }: { service: CallService }) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  const { parts, categories } = useMemo(() => partsOf(service), [service]);
  const latency = useMemo(
    () =>
      [
        { name: t('dashboard.chart.duration-p95'), values: timesOf(parts, 'duration_ms', 'p95') },
        { name: t('dashboard.chart.duration-p50'), values: timesOf(parts, 'duration_ms', 'p50') },
        { name: t('dashboard.chart.first-p95'), values: timesOf(parts, 'first_token_ms', 'p95') },
        { name: t('dashboard.chart.first-p50'), values: timesOf(parts, 'first_token_ms', 'p50') },
      ].filter(({ values }) => values.some((value) => value !== null)),
    [parts, t],
  );
  const latencyOrder = useMemo(() => latency.map(({ name }) => name), [latency]);
  const errors = useMemo(
    () => errorsOf(parts).map((one) => ({ ...one, name: t(`dashboard.chart.${one.name}`) })),
    [parts, t],
  );
  const cached = useMemo(
    () => [{ name: t('dashboard.chart.cached-share'), values: cachedShareOf(parts) }],
    [parts, t],
  );
  const titles = {
    latency: t('dashboard.chart.latency'),
    errors: t('dashboard.chart.errors'),
    cached: t('dashboard.chart.cached'),
  };
  return (
    <>
      <Panel title={titles.latency}>
        <Chart
          label={titles.latency}
          kind="line"
          categories={categories}
          series={latency}
          order={latencyOrder}
          format={format.duration}
          height={HEIGHT}
        />
      </Panel>
      <Panel title={titles.errors}>
        {errors.length > 0 ? (
          <Chart label={titles.errors} kind="bar" categories={categories} series={errors} height={HEIGHT} />
        ) : (
          <p className="dashboard-hint">{t('dashboard.chart.no-errors')}</p>
        )}
      </Panel>
      <Panel title={titles.cached}>
        <Chart
          label={titles.cached}
          kind="line"
          categories={categories}
          series={cached}
          format={format.percent}
          height={HEIGHT}
        />
      </Panel>
    </>
  );
}
