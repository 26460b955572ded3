import { chartSeries, seriesOther, type Theme } from '@tollgate/design-tokens';
import type { FoldedSeries } from './fold-series.ts';

/** Returns a series' color by its index among all series, so that hiding others does not change it. */
export function seriesColor(series: FoldedSeries, all: readonly FoldedSeries[], theme: Theme): string {
  return (!series.isOther && chartSeries[theme][all.indexOf(series)]) || seriesOther[theme];
}
