import { EACH, type LimitRule } from '@tollgate/contract';
import { Chart } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { useLimitHistory } from './limits.data.ts';
import { useLimitText } from './use-limit-text.ts';

/** What was spent in each span of time of a rule; with "each", by the one who spent most. */
export function LimitHistory({ rule }: { rule: LimitRule }) {
  const { t } = useTranslation('area.user');
  const text = useLimitText();
  const { data = [] } = useLimitHistory(rule.id);
  if (data.length < 2) return null; // Rolling limits and those in total have one span.
  const oldestFirst = data.toReversed();
  const name = t(rule.scope_id === EACH ? 'limits.history.highest' : 'limits.history.spent');
  const title = t('limits.history.title', { limit: text.amount(rule, rule.amount) });
  return (
    <div className="limits-history">
      <h3>{title}</h3>
      <Chart
        label={title}
        kind="bar"
        height={180}
        categories={oldestFirst.map(({ starts_at }) => spanOf(rule, starts_at))}
        series={[{ name, values: oldestFirst.map(({ highest }) => highest) }]}
        format={(value) => text.amount(rule, value)}
      />
    </div>
  );
}

/** The beginning of a span in the time zone of the rule, as precise as the spans are long. */
export function spanOf({ window, time_zone }: LimitRule, startsAt: number): string {
  const isShort = window === 'minute' || window === 'hour';
  const time = isShort ? ({ hour: '2-digit', minute: '2-digit' } as const) : {};
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone, ...date, ...time }).format(startsAt * 1000);
}
