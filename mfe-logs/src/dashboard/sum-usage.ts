import type { UsageHour } from '@tollgate/contract';
import type { ChartSeries } from '@tollgate/ui/data';
import { bucketName, bucketOf, bucketsOf, type Granularity, type UsageRange } from './usage-range.ts';

export interface UsageSum {
  /** Model or user. */
  name: string;
  calls: number;
  tokens: number;
  /** Quota units. */
  quota: number;
}

/** Adds up everything, under an empty name. */
export function totalOf(hours: readonly UsageHour[]): UsageSum {
  const total = { name: '', calls: 0, tokens: 0, quota: 0 };
  for (const hour of hours) add(total, hour);
  return total;
}

/** One sum per name, the most expensive first. */
export function sumsBy(hours: readonly UsageHour[], nameOf: (hour: UsageHour) => string): UsageSum[] {
  const sums = new Map<string, UsageSum>();
  for (const hour of hours) {
    const name = nameOf(hour);
    const sum = sums.get(name) ?? { name, calls: 0, tokens: 0, quota: 0 };
    add(sum, hour);
    sums.set(name, sum);
  }
  return [...sums.values()].sort((a, b) => b.quota - a.quota || b.calls - a.calls);
}

/** Average calls and tokens per minute, over the elapsed part of the range. */
export function ratesOf({ calls, tokens }: UsageSum, { start, end }: UsageRange, nowSeconds: number) {
  const minutes = Math.max((Math.min(end, nowSeconds) - start) / 60, 1);
  return { rpm: calls / minutes, tpm: tokens / minutes };
}

/** Cost over time per name, as bars. `idOf` gives names their colors. */
export function quotaOverTime(
  hours: readonly UsageHour[],
  { nameOf, idOf }: { nameOf: (hour: UsageHour) => string; idOf?: (hour: UsageHour) => number },
  range: UsageRange,
  granularity: Granularity,
): CostOverTime {
  const bucket = (hour: UsageHour) => bucketOf(hour.created_at, granularity);
  const buckets = bucketsOf(range, granularity, hours.map(bucket));
  const place = new Map(buckets.map((start, index) => [start, index]));
  const series = new Map<string, number[]>();
  const ids = new Map(hours.map((hour) => [nameOf(hour), idOf?.(hour)]));
  for (const hour of hours) {
    const index = place.get(bucket(hour));
    if (index === undefined) continue;
    const values = series.get(nameOf(hour)) ?? buckets.map(() => 0);
    values[index] = (values[index] ?? 0) + hour.quota;
    series.set(nameOf(hour), values);
  }
  return {
    categories: buckets.map((start) => bucketName(start, granularity)),
    series: [...series].map(([name, values]) => ({ name, values, id: ids.get(name) })),
  };
}

interface CostOverTime {
  categories: string[];
  series: ChartSeries[];
}

/** Adds what the series lack of the whole as one more, so that they sum up to it. */
export function withRest(
  { categories, series }: CostOverTime,
  whole: readonly ChartSeries[],
  name: string,
): CostOverTime {
  const at = (some: readonly ChartSeries[], index: number) =>
    some.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
  // The two were not summed at the same moment: the later one may be ahead.
  const values = categories.map((_, index) => Math.max(0, at(whole, index) - at(series, index)));
  const isComplete = values.every((value) => value === 0);
  return { categories, series: isComplete ? series : [...series, { name, values, isRest: true }] };
}

/** Returns the total of the highest bar. */
export function highestStack(series: readonly ChartSeries[]): number {
  const stacks = series[0]?.values.map((_, at) =>
    series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  return Math.max(0, ...(stacks ?? []));
}

/** Returns the number of decimals that distinguishes the steps of an axis up to this amount. */
export function decimalsFor(dollars: number): number {
  if (dollars >= 0.5 || dollars <= 0) return 2;
  return Math.min(Math.ceil(-Math.log10(dollars)) + 1, 6);
}

function add(sum: UsageSum, { count, token_used, quota }: UsageHour): void {
  sum.calls += count;
  sum.tokens += token_used;
  sum.quota += quota;
}
