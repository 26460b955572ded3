import { chartSeries, seriesOther, type Theme } from '@tollgate/design-tokens';
import type { FoldedSeries } from './fold-series.ts';

/** A series keeps its colour while others are hidden: it goes by its place among all of them. */
export function seriesColor(series: FoldedSeries, all: readonly FoldedSeries[], theme: Theme): string {
  return (!series.isOther && chartSeries[theme][all.indexOf(series)]) || seriesOther[theme];
}
