import { chartSeries, seriesOther, type Theme } from '@tollgate/design-tokens';
import type { FoldedSeries } from './fold-series.ts';

/** Returns a series' color by its index among all series, so that hiding others does not change it. */
export function seriesColor(series: FoldedSeries, all: readonly FoldedSeries[], theme: Theme): string {
  return series.isOther ? seriesOther[theme] : colorAt(all.indexOf(series), theme);
}

/** Returns the color of a place in the order of a page. Those behind the last color share one with "Other". */
export function colorAt(place: number, theme: Theme): string {
  return chartSeries[theme][place] ?? seriesOther[theme];
}
