import type { SpendDimension, SpendPart } from '@tollgate/contract';
import type { ChartSeries } from '@tollgate/ui/data';
import { bucketName, bucketOf, bucketsOf, type Granularity, type UsageRange } from './usage-range.ts';

/** What the second chart of costs is by. Users come with the hours of usage, the others from an endpoint of theirs. */
export const spendChoices = ['user', 'token', 'channel', 'group'] as const satisfies readonly (
  | SpendDimension
  | 'user'
)[];
export type SpendChoice = (typeof spendChoices)[number];

/** Returns the choice of the URL, by default users for those who see everybody and else tokens. */
export function readChoice(text: string, isEverybody: boolean): SpendChoice {
  if (!isEverybody) return 'token';
  return spendChoices.find((choice) => choice === text) ?? 'user';
}

/** Tokens are summed by day, so no chart of them has shorter bars. */
export function granularityOf(choice: SpendChoice, granularity: Granularity): Granularity {
  return choice === 'token' && granularity === 'hour' ? 'day' : granularity;
}

/** Costs over time by name. Parts with the same name become one. */
export function spendOverTime(
  parts: readonly SpendPart[],
  nameOf: (part: SpendPart) => string,
  range: UsageRange,
  granularity: Granularity,
): { categories: string[]; series: ChartSeries[] } {
  const bucket = (part: SpendPart) => bucketOf(part.created_at, granularity);
  const buckets = bucketsOf(range, granularity, parts.map(bucket));
  const place = new Map(buckets.map((start, index) => [start, index]));
  const series = new Map<string, number[]>();
  const ids = new Map(parts.map((part) => [nameOf(part), idOf(part.name)]));
  for (const part of parts) {
    const index = place.get(bucket(part));
    if (index === undefined) continue;
    const values = series.get(nameOf(part)) ?? buckets.map(() => 0);
    values[index] = (values[index] ?? 0) + part.quota;
    series.set(nameOf(part), values);
  }
  return {
    categories: buckets.map((start) => bucketName(start, granularity)),
    series: [...series].map(([name, values]) => ({ name, values, id: ids.get(name) })),
  };
}

/** Groups have names in place of ids. */
function idOf(name: string): number | undefined {
  return /^\d+$/.test(name) ? Number(name) : undefined;
}
