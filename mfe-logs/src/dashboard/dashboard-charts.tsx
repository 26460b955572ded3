import type { UsageHour } from '@tollgate/contract';
import { useFormat } from '@tollgate/ui/core';
import { Chart, type ChartProps, type ChartSeries } from '@tollgate/ui/data';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ModelTable } from './model-table.tsx';
import { decimalsFor, highestStack, quotaOverTime, sumsBy, withRest } from './sum-usage.ts';
import type { Granularity, UsageRange } from './usage-range.ts';
import { useAxisStep } from './use-axis-step.ts';

interface Props {
  hours: readonly UsageHour[];
  /** Hours of the users who spent most; undefined for users without access to them. */
  userHours?: readonly UsageHour[] | undefined;
  range: UsageRange;
  granularity: Granularity;
}

/** Cost over time by model, calls by model, for admins cost by user, and all of the models as a table. A model has one color. */
export function DashboardCharts({ hours, userHours, range, granularity }: Props) {
  const { t } = useTranslation('area.logs');
  const byModel = useModelName();
  const byUser = useUserName();
  const other = t('common:chart.other');
  const models = useMemo(() => sumsBy(hours, byModel), [hours, byModel]);
  const order = useMemo(() => models.map(({ name }) => name), [models]);
  const cost = useMemo(
    () => quotaOverTime(hours, byModel, range, granularity),
    [hours, byModel, range, granularity],
  );
  const userCost = useMemo(
    () => userHours && withRest(quotaOverTime(userHours, byUser, range, granularity), cost.series, other),
    [userHours, byUser, range, granularity, cost, other],
  );
  const costText = useCostText(cost.series);
  const userCostText = useCostText(userCost?.series ?? []);

  return (
    <div className="dashboard-charts">
      <Panel title={t('dashboard.chart.cost')} wide>
        <Chart label={t('dashboard.chart.cost')} kind="bar" {...cost} order={order} {...costText} />
      </Panel>
      <Panel title={t('dashboard.chart.calls')}>
        <Chart
          label={t('dashboard.chart.calls')}
          kind="share"
          categories={[t('dashboard.tile.calls')]}
          series={models.map(({ name, calls }) => ({ name, values: [calls] }))}
          order={order}
          height={240}
        />
      </Panel>
      {userCost && userCost.series.length > 0 && (
        <Panel title={t('dashboard.chart.users')} wide>
          <Chart label={t('dashboard.chart.users')} kind="bar" {...userCost} {...userCostText} />
        </Panel>
      )}
      <Panel title={t('dashboard.models.title')} wide framed={false}>
        <ModelTable models={models} />
      </Panel>
    </div>
  );
}

interface PanelProps {
  title: string;
  /** Spans two of three columns. */
  wide?: boolean;
  /** Off for content that already has a frame. */
  framed?: boolean;
  children: ReactNode;
}

function Panel({ title, wide = false, framed = true, children }: PanelProps) {
  const names = ['dashboard-panel', wide && 'dashboard-panel-wide', framed && 'dashboard-panel-framed'];
  return (
    <section className={names.filter(Boolean).join(' ')}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Round steps of an axis in the currency of the site, with enough decimals to distinguish them. */
function useCostText(series: readonly ChartSeries[]): Pick<ChartProps, 'format' | 'step'> {
  const { quota } = useFormat();
  const step = useAxisStep();
  const decimals = decimalsFor(highestStack(series) / step);
  const format = useCallback((value: number) => quota(value, value === 0 ? 0 : decimals), [quota, decimals]);
  return { format, step };
}

function useModelName() {
  const { t } = useTranslation('area.logs');
  return useMemo(() => (hour: UsageHour) => hour.model_name || t('dashboard.unnamed'), [t]);
}

function useUserName() {
  const { t } = useTranslation('area.logs');
  return useMemo(
    () => (hour: UsageHour) => hour.username || t('dashboard.deleted', { id: hour.user_id }),
    [t],
  );
}
