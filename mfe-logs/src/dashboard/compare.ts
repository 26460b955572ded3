import type { CallService, UsageHour } from '@tollgate/contract';
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

/** How requests ended, as the log counts them. */
export interface Served {
  /** All requests, the failed ones too. */
  requests: number;
  failures: number;
  /** From 0 to 1; undefined without requests. */
  successRate: number | undefined;
  /** Of the slowest part of the range: percentiles cannot be summed. */
  slowestP95Ms: number | undefined;
  /** Whether every request of the range was counted: a summary counts the newest ones. */
  isWhole: boolean;
}

export function sumService({ items, counted_from, start_timestamp }: CallService): Served {
  const answered = items.reduce((sum, { calls }) => sum + calls, 0);
  const failures = items.reduce((sum, { errors }) => sum + failuresOf(errors), 0);
  const requests = answered + failures;
  const slowest = Math.max(0, ...items.map(({ duration_ms }) => duration_ms?.p95 ?? 0));
  return {
    requests,
    failures,
    successRate: requests > 0 ? answered / requests : undefined,
    slowestP95Ms: slowest || undefined,
    isWhole: counted_from <= start_timestamp,
  };
}

function failuresOf(errors: CallService['items'][number]['errors']): number {
  return Object.values(errors).reduce((sum, count) => sum + count, 0);
}
