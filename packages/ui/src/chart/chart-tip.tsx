import { useTranslation } from 'react-i18next';
import type { Tip } from './drawing.ts';
import { sum } from './fold-series.ts';

/** Lists all series of one point, sorted, with their total, on the side of the pointer that has room. */
export function ChartTip({ tip, format }: { tip: Tip; format: (value: number) => string }) {
  const { t } = useTranslation('common');
  const side = tip.x < tip.width / 2 ? { left: tip.x + 12 } : { right: tip.width - tip.x + 12 };
  return (
    <div className="tg-chart-tip" style={side} aria-hidden>
      <strong>{tip.title}</strong>
      {tip.rows.map(({ name, color, value }) => (
        <div key={name} className="tg-chart-tip-row">
          <span className="tg-chart-mark" style={{ background: color }} />
          <span className="tg-chart-name">{name}</span>
          <span className="tg-number">{format(value)}</span>
        </div>
      ))}
      {tip.rows.length > 1 && (
        <div className="tg-chart-tip-row tg-chart-tip-total">
          <span className="tg-chart-name">{t('chart.total')}</span>
          <span className="tg-number">{format(sum(tip.rows.map(({ value }) => value)))}</span>
        </div>
      )}
    </div>
  );
}
