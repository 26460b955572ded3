import type { ChartDrawing, Tip, TipRow } from './drawing.ts';
import { seriesColor } from './series-color.ts';

/** Passes the values under the pointer to the page, or clears them. */
export function showTip({ chart, tooltip }: Moment, drawing: ChartDrawing): void {
  const index = tooltip.dataPoints?.[0]?.dataIndex;
  if (tooltip.opacity === 0 || index === undefined) drawing.onTip(undefined);
  else drawing.onTip({ ...tipAt(index, drawing), x: tooltip.caretX, width: chart.width });
}

/** The part of Chart.js' tooltip that is used here. */
interface Moment {
  chart: { width: number };
  tooltip: { opacity: number; caretX: number; dataPoints?: { dataIndex: number }[] };
}

/** Returns one segment of a ring, or all series of the category otherwise. */
export function tipAt(
  index: number,
  { kind, categories, shown, theme }: ChartDrawing,
): Pick<Tip, 'title' | 'rows'> {
  const pointed = kind === 'share' ? shown.slice(index, index + 1) : shown;
  const rows: TipRow[] = pointed
    .map((series) => ({
      name: series.name,
      color: seriesColor(series, theme),
      value: kind === 'share' ? series.total : (series.values[index] ?? 0),
    }))
    .sort((a, b) => b.value - a.value);
  return { title: (kind === 'share' ? pointed[0]?.name : categories[index]) ?? '', rows };
}
