import type { SpendPart, UsageHour } from '@tollgate/contract';
import { Skeleton } from '@tollgate/ui/core';
import { Chart, type ChartSeries } from '@tollgate/ui/data';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageRange } from '../shared/use-time-range.ts';
import { Panel, useCostText } from './chart-panel.tsx';
import { useSpend } from './dashboard.data.ts';
import { granularityOf, type SpendChoice, spendChoices, spendOverTime } from './spend-by.ts';
import { quotaOverTime, withRest } from './sum-usage.ts';
import type { Granularity, UsageRange } from './usage-range.ts';

interface Props {
  choice: SpendChoice;
  /** Undefined for those who have no choice. */
  onChoose: ((choice: string) => void) | undefined;
  /** Hours of all calls, and of the users who spent most. */
  hours: readonly UsageHour[];
  userHours: readonly UsageHour[] | undefined;
  pageRange: PageRange;
  range: UsageRange;
  granularity: Granularity;
  isEverybody: boolean;
  /** Names of models have these colors on the page; here they order nothing but the rest. */
  whole: readonly ChartSeries[];
}

/** Cost over time by user, token, channel or group. */
export function SpendPanel(props: Props) {
  const { choice, onChoose, pageRange, range, isEverybody, userHours, whole } = props;
  const { t } = useTranslation('area.logs');
  const granularity = granularityOf(choice, props.granularity);
  const spend = useSpend(choice === 'user' ? undefined : choice, pageRange, isEverybody);
  const nameOf = useNameOf(choice);
  const byUser = useUserName();
  const other = t('common:chart.other');
  const cost = useMemo(() => {
    if (choice === 'user')
      return (
        userHours &&
        withRest(quotaOverTime(userHours, { nameOf: byUser, idOf: userId }, range, granularity), whole, other)
      );
    return spend.data && spendOverTime(spend.data, nameOf, range, granularity);
  }, [choice, userHours, spend.data, nameOf, byUser, range, granularity, whole, other]);
  const costText = useCostText(cost?.series ?? []);
  const title = t(`dashboard.chart.${choice}s`);
  if (!onChoose && !cost?.series.length) return null;
  return (
    <Panel
      title={title}
      wide
      tool={onChoose && <Choice choice={choice} onChoose={onChoose} />}
      hint={choice === 'token' ? t('dashboard.chart.by-day') : undefined}
    >
      {cost ? (
        <Chart label={title} kind="bar" {...cost} {...costText} />
      ) : (
        <Skeleton animation text={{ rows: 7 }} />
      )}
    </Panel>
  );
}

function Choice({ choice, onChoose }: { choice: SpendChoice; onChoose: (choice: string) => void }) {
  const { t } = useTranslation('area.logs');
  return (
    <label className="tg-filter-choice dashboard-choice">
      <span>{t('dashboard.chart.by.by')}</span>
      <select value={choice} onChange={({ target }) => onChoose(target.value)}>
        {spendChoices.map((one) => (
          <option key={one} value={one}>
            {t(`dashboard.chart.by.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

function useNameOf(choice: SpendChoice) {
  const { t } = useTranslation('area.logs');
  return useCallback(
    ({ label, name }: SpendPart) => {
      if (label) return label;
      if (choice === 'group') return name || t('dashboard.unnamed');
      return name === '0' ? t('dashboard.unnamed') : t('dashboard.chart.deleted', { id: name });
    },
    [choice, t],
  );
}

const userId = (hour: UsageHour) => hour.user_id;

function useUserName() {
  const { t } = useTranslation('area.logs');
  return useMemo(
    () => (hour: UsageHour) => hour.username || t('dashboard.deleted', { id: hour.user_id }),
    [t],
  );
}
