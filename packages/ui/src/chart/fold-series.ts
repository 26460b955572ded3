import type { ChartSeries } from './types.ts';

/** Number of colors that a reader can distinguish. */
export const MAX_SERIES = 8;

export interface FoldedSeries extends ChartSeries {
  total: number;
  /** Combines all series that are too small for their own color. */
  isOther: boolean;
}

/**
 * Returns the first series of an order, by default the largest ones. The remaining ones become a single series
 * named `otherName`.
 */
export function foldSeries(
  series: readonly ChartSeries[],
  otherName: string,
  order?: readonly string[],
): FoldedSeries[] {
  const named = series
    .filter(({ isRest }) => !isRest)
    .map(({ name, values }) => ({ name, values, total: sum(values), isOther: false }))
    .sort((a, b) => b.total - a.total);
  if (order) named.sort((a, b) => placeIn(order, a.name) - placeIn(order, b.name));
  const rest = [...named.slice(MAX_SERIES), ...series.filter(({ isRest }) => isRest)];
  const shown = named.slice(0, MAX_SERIES);
  const [first] = rest;
  if (!first) return shown;
  const values = first.values.map((_, index) => sum(rest.map((small) => small.values[index] ?? 0)));
  return [...shown, { name: otherName, values, total: sum(values), isOther: true }];
}

function placeIn(order: readonly string[], name: string): number {
  const place = order.indexOf(name);
  return place < 0 ? order.length : place;
}

export function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}
