import type { CallService, UsageHour } from '@tollgate/contract';
import { Chart } from '@tollgate/ui/data';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageRange } from '../shared/use-time-range.ts';
import { Panel, useCostText } from './chart-panel.tsx';
import { ModelTable } from './model-table.tsx';
import { readChoice } from './spend-by.ts';
import { SpendPanel } from './spend-panel.tsx';
import { quotaOverTime, sumsBy } from './sum-usage.ts';
import type { Granularity, UsageRange } from './usage-range.ts';

interface Props {
  hours: readonly UsageHour[];
  /** Hours of the users who spent most; undefined for users without access to them. */
  userHours?: readonly UsageHour[] | undefined;
  service: CallService | undefined;
  pageRange: PageRange;
  range: UsageRange;
  granularity: Granularity;
  isEverybody: boolean;
  /** The only user whose usage it is, for admins. */
  username: string;
  /** What the second chart of costs is by, as in the URL. */
  by: string;
  onChooseBy: (by: string) => void;
}

/**
 * Cost over time by model and by something else, calls by model, how calls went, and all of the models as a table. A
 * model has one color.
 */
export function DashboardCharts(props: Props) {
  const { hours, userHours, service, pageRange, range, granularity, isEverybody, username } = props;
  const { t } = useTranslation('area.logs');
  const byModel = useModelName();
  const models = useMemo(() => sumsBy(hours, byModel), [hours, byModel]);
  const order = useMemo(() => models.map(({ name }) => name), [models]);
  const cost = useMemo(
    () => quotaOverTime(hours, { nameOf: byModel }, range, granularity),
    [hours, byModel, range, granularity],
  );
  const costText = useCostText(cost.series);

  return (
    <div className="dashboard-charts">
      <Panel title={t('dashboard.chart.cost')} wide>
        <Chart label={t('dashboard.chart.cost')} kind="bar" {...cost} order={order} {...costText} />
      </Panel>
      <Panel title={t('dashboard.chart.calls')}>
        <Chart
          label={t('dashboard.chart.calls')}
          kind="share"
          categories={[t('dashboard.models.calls')]}
          series={models.map(({ name, calls }) => ({ name, values: [calls] }))}
          order={order}
          height={240}
        />
      </Panel>
      {!username && (
        <SpendPanel
          choice={readChoice(props.by, isEverybody)}
          onChoose={isEverybody ? props.onChooseBy : undefined}
          whole={cost.series}
          {...{ hours, userHours, pageRange, range, granularity, isEverybody }}
        />
      )}
      <Suspense fallback={null}>
        {service && service.items.length > 0 && <ServicePanels service={service} />}
      </Suspense>
      <Panel title={t('dashboard.models.title')} wide framed={false}>
        <ModelTable models={models} />
      </Panel>
    </div>
  );
}

/** Fetched after the charts of cost. */
const ServicePanels = lazy(async () => ({ default: (await import('./service-panels.tsx')).ServicePanels }));

function useModelName() {
  const { t } = useTranslation('area.logs');
  return useMemo(() => (hour: UsageHour) => hour.model_name || t('dashboard.unnamed'), [t]);
}
