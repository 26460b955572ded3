import { colors, type } from '@tollgate/design-tokens';
import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  type ChartDataset,
  DoughnutController,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import type { ChartDrawing } from './drawing.ts';
import type { FoldedSeries } from './fold-series.ts';
import { pointRadii } from './point-radii.ts';
import { seriesColor } from './series-color.ts';
import { showTip } from './show-tip.ts';

export { Chart };

Chart.register(
  LineController,
  LineElement,
  PointElement,
  BarController,
  BarElement,
  DoughnutController,
  ArcElement,
  CategoryScale,
  LinearScale,
  Tooltip,
);

/** The Chart.js configuration of a drawing: thin grid, colors and fonts of the tokens, own tooltip, no animation. */
export function chartConfig(drawing: ChartDrawing): ChartConfiguration {
  const { kind, categories, theme } = drawing;
  const isShare = kind === 'share';
  return {
    type: isShare ? 'doughnut' : kind,
    data: {
      labels: isShare ? drawing.shown.map(({ name }) => name) : [...categories],
      datasets: isShare ? [ring(drawing)] : drawing.shown.map((series) => dataset(series, drawing)),
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      font: { family: type.family, size: type.size[12] },
      color: colors[theme].textMuted,
      interaction: isShare ? { mode: 'nearest' } : { mode: 'index', intersect: false },
      plugins: { tooltip: { enabled: false, external: (moment) => showTip(moment, drawing) } },
      ...(isShare ? { cutout: '62%' } : { scales: scales(drawing) }),
    } as ChartConfiguration['options'] & object,
  };
}

function dataset(series: FoldedSeries, { kind, theme, step }: ChartDrawing): ChartDataset {
  const color = seriesColor(series, theme);
  return {
    label: series.name,
    data: series.values.map((value) => (value === null ? null : value / step)),
    backgroundColor: color,
    borderColor: color,
    ...(kind === 'line' && {
      borderWidth: 2,
      pointRadius: pointRadii(series.values),
      pointHoverRadius: 4,
      pointHitRadius: 12,
      tension: 0,
    }),
    ...(kind === 'bar' && { maxBarThickness: 36 }),
  } as ChartDataset;
}

function ring({ shown, theme }: ChartDrawing): ChartDataset {
  return {
    data: shown.map(({ total }) => total),
    backgroundColor: shown.map((series) => seriesColor(series, theme)),
    borderColor: colors[theme].surface,
    borderWidth: 2,
  } as ChartDataset;
}

function scales({ kind, theme, format, step }: ChartDrawing) {
  const { border, textMuted } = colors[theme];
  const ticks = { color: textMuted, font: { family: type.family, size: type.size[12] } };
  return {
    x: {
      stacked: kind === 'bar',
      grid: { display: false },
      border: { color: border },
      ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 16 },
    },
    y: {
      stacked: kind === 'bar',
      beginAtZero: true,
      grid: { color: border },
      border: { display: false },
      ticks: {
        ...ticks,
        maxTicksLimit: 6,
        callback: (value: string | number) => format(Number(value) * step),
      },
    },
  };
}
