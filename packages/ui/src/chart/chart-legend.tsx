import { useTranslation } from 'react-i18next';
import { useTheme } from '../provider/use-theme.ts';
import type { FoldedSeries } from './fold-series.ts';
import { seriesColor } from './series-color.ts';

interface ChartLegendProps {
  series: FoldedSeries[];
  hidden: ReadonlySet<string>;
  onToggle: (name: string) => void;
}

/** Legend of a chart; a click hides or shows a series. */
export function ChartLegend({ series, hidden, onToggle }: ChartLegendProps) {
  const { t } = useTranslation('common');
  const theme = useTheme();
  return (
    <ul className="tg-chart-legend" aria-label={t('chart.legend')}>
      {series.map((one) => (
        <li key={one.name}>
          <button
            type="button"
            className="tg-chart-key"
            aria-pressed={!hidden.has(one.name)}
            title={one.name}
            onClick={() => onToggle(one.name)}
          >
            <span className="tg-chart-mark" style={{ background: seriesColor(one, theme) }} />
            <span className="tg-chart-name">{one.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
