import { chartSeries, seriesOther, type Theme } from '@tollgate/design-tokens';

interface Colored {
  place: number;
  /** Combines all series without a color of their own. */
  isOther: boolean;
}

/** Returns the color of a series. */
export function seriesColor({ isOther, place }: Colored, theme: Theme): string {
  return isOther ? seriesOther[theme] : colorAt(place, theme);
}

/** Returns the color of a place in the order of a page. Those behind the last color share one with "Other". */
export function colorAt(place: number, theme: Theme): string {
  return chartSeries[theme][place] ?? seriesOther[theme];
}

/** Returns the place of the color that a record has on every page. */
export function placeOfId(id: number): number {
  return id % chartSeries.light.length;
}
