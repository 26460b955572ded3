import type { ChartSeries } from './types.ts';

/** Number of colors that a reader can distinguish. */
export const MAX_SERIES = 8;

export interface FoldedSeries extends ChartSeries {
  total: number;
  /** Combines all series that are too small for their own color. */
  isOther: boolean;
}

/** Returns the largest series, sorted; the remaining ones become a single series named `otherName`. */
export function foldSeries(series: readonly ChartSeries[], otherName: string): FoldedSeries[] {
  const sorted = series
    .map(({ name, values }) => ({ name, values, total: sum(values), isOther: false }))
    .sort((a, b) => b.total - a.total);
  if (sorted.length <= MAX_SERIES) return sorted;
  const rest = sorted.slice(MAX_SERIES);
  const values = rest[0]!.values.map((_, index) => sum(rest.map((small) => small.values[index] ?? 0)));
  return [...sorted.slice(0, MAX_SERIES), { name: otherName, values, total: sum(values), isOther: true }];
}

export function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}
