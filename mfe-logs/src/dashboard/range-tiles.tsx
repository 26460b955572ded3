import { serverNow } from '@tollgate/api-client';
import type { UsageHour } from '@tollgate/contract';
import { StatTile, type StatTileProps, useFormat } from '@tollgate/ui/core';
import { Sparkline } from '@tollgate/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { changeOf, type Served, sumsOverTime } from './compare.ts';
import { Tiles } from './dashboard-tiles.tsx';
import { ratesOf, totalOf, type UsageSum } from './sum-usage.ts';
import type { Granularity, UsageRange } from './usage-range.ts';

interface Props {
  /** Whose usage it is. */
  title: string;
  /** Undefined while loading. */
  hours: readonly UsageHour[] | undefined;
  /** Of the time before, for the change. */
  hoursBefore: readonly UsageHour[] | undefined;
  /** Undefined while loading. */
  served: Served | undefined;
  range: UsageRange;
  granularity: Granularity;
}

/** Usage within the filters: how much, how it changed, and how it went over time. */
export function RangeTiles({ title, hours, hoursBefore, served, range, granularity }: Props) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  const total = useMemo(() => hours && totalOf(hours), [hours]);
  const before = useMemo(() => hoursBefore && totalOf(hoursBefore), [hoursBefore]);
  const requests = total && requestsOf(total.calls, served);
  const rates = total && ratesOf({ ...total, calls: requests ?? 0 }, range, serverNow() / 1000);

  const tile = (name: 'quota' | 'calls' | 'tokens', write: (value: number) => string): StatTileProps => {
    const label = t(`dashboard.tile.${name}`);
    const values = hours ? sumsOverTime(hours, (hour) => fieldOf(hour, name), range, granularity) : [];
    return {
      label,
      value: total ? write(total[name]) : '–',
      loading: !total,
      trend: total && trendOf(changeOf(total[name], before?.[name]), format.percent),
      // A flat line at zero looks like a rule below the figure.
      picture: values.some((value) => value !== 0) && (
        <Sparkline values={values} label={t('dashboard.tile.over-time', { what: label })} />
      ),
    };
  };

  return (
    <Tiles title={title}>
      <StatTile {...tile('quota', format.quota)} />
      <StatTile
        {...tile('calls', format.count)}
        value={requests === undefined ? '–' : format.count(requests)}
        loading={requests === undefined}
        hint={
          requests !== undefined &&
          rates &&
          t('dashboard.tile.per-minute', { value: format.count(rounded(rates.rpm)) })
        }
      />
      <StatTile
        {...tile('tokens', format.count)}
        hint={rates && t('dashboard.tile.per-minute', { value: format.count(rounded(rates.tpm)) })}
      />
      {served && <SuccessTile served={served} />}
    </Tiles>
  );
}

/**
 * All requests, as the log counts them. Charged ones are summed up by hour, however many there are; where the summary
 * leaves some out, its failures are added to them.
 */
function requestsOf(charged: number, served: Served | undefined): number | undefined {
  return served && (served.isWhole ? served.requests : charged + served.failures);
}

function SuccessTile({ served: { successRate, failures, slowestP95Ms } }: { served: Served }) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  const time = slowestP95Ms !== undefined && format.duration(slowestP95Ms);
  return (
    <StatTile
      label={t('dashboard.tile.success')}
      value={successRate === undefined ? '–' : format.percent(successRate)}
      hint={
        time
          ? t('dashboard.tile.served', { count: failures, time })
          : t('dashboard.tile.failures', { count: failures })
      }
    />
  );
}

function fieldOf(hour: UsageHour, name: keyof Omit<UsageSum, 'name'>): number {
  return name === 'quota' ? hour.quota : name === 'calls' ? hour.count : hour.token_used;
}

/** More of something is neither good nor bad here. Changes below half a percent are none. */
function trendOf(change: number | undefined, percent: (share: number) => string): StatTileProps['trend'] {
  if (change === undefined || Math.abs(change) < 0.005) return undefined;
  const isHuge = change > HUGE;
  return {
    direction: change > 0 ? 'up' : 'down',
    text: isHuge ? `>${percent(HUGE)}` : percent(Math.abs(change)),
  };
}

/** From next to nothing to something: how many times more says nothing. */
const HUGE = 9.99;

/** Three decimals for small rates: three calls in an hour are 0.05 a minute, not 0. */
function rounded(rate: number): number {
  return rate < 1 ? Math.round(rate * 1000) / 1000 : Math.round(rate * 10) / 10;
}
