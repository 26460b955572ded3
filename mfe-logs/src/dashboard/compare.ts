import type { ChannelHealth, UsageHour } from '@tollgate/contract';
import type { TimeRange } from '@tollgate/ui/data';
import { bucketOf, bucketsOf, type Granularity, type UsageRange } from './usage-range.ts';

/** Returns the time of the same length just before a range. */
export function rangeBefore({ start, end }: TimeRange, nowSeconds: number): Required<TimeRange> {
  const length = Math.floor((end ?? nowSeconds) - start);
  return { start: start - length, end: start - 1 };
}

/** The change from one period to the next, as a share; undefined where there is nothing to compare with. */
export function changeOf(now: number, before: number | undefined): number | undefined {
  return before ? (now - before) / before : undefined;
}

/** Sums of one value over time, for a sparkline. */
export function sumsOverTime(
  hours: readonly UsageHour[],
  measure: (hour: UsageHour) => number,
  range: UsageRange,
  granularity: Granularity,
): number[] {
  const buckets = hours.map(({ created_at }) => bucketOf(created_at, granularity));
  const sums = new Map(bucketsOf(range, granularity, buckets).map((bucket) => [bucket, 0]));
  hours.forEach((hour, index) => {
    const bucket = buckets[index] as number;
    const sum = sums.get(bucket);
    if (sum !== undefined) sums.set(bucket, sum + measure(hour));
  });
  return [...sums.values()];
}

export interface Served {
  /** From 0 to 1; undefined while no request was sent. */
  successRate: number | undefined;
  failures: number;
  /** Of the slowest channel with requests: percentiles of channels cannot be summed. */
  slowestP95Ms: number | undefined;
}

/** Requests that a provider refused for what the caller sent count neither as served nor as failed. */
export function sumHealth(channels: readonly ChannelHealth[]): Served {
  const refused = sum(channels, ({ errors }) => errors.request ?? 0);
  const calls = sum(channels, (channel) => channel.calls) - refused;
  const failures = sum(channels, (channel) => channel.failures);
  const slowest = Math.max(0, ...channels.map(({ duration_ms }) => duration_ms?.p95 ?? 0));
  return {
    successRate: calls > 0 ? (calls - failures) / calls : undefined,
    failures,
    slowestP95Ms: slowest || undefined,
  };
}

function sum(channels: readonly ChannelHealth[], measure: (channel: ChannelHealth) => number): number {
  return channels.reduce((total, channel) => total + measure(channel), 0);
}
