import type { ChartSeries } from './types.ts';

/** Colours that a reader tells apart. */
export const MAX_SERIES = 8;

export interface FoldedSeries extends ChartSeries {
  total: number;
  /** Stands for all series that are too small for a colour of their own. */
  isOther: boolean;
}

/** The largest series, the largest first; what is left over becomes one that is called `otherName`. */
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
