import type { Percentiles } from '@tollgate/contract';
import { healthBoundsMs } from './health-columns.ts';
import { healthLimits } from './limits.ts';

/** Estimates percentiles from how many values each bucket has. Null without values. */
export function percentilesOf(buckets: readonly number[]): Percentiles | null {
  const total = buckets.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => Math.round(quantile(buckets, total * share)));
  return { p50: p50 as number, p95: p95 as number, p99: p99 as number };
}

/** The time below which `rank` of the values are. Within a bucket, times are taken as spread by their logarithm. */
function quantile(buckets: readonly number[], rank: number): number {
  let below = 0;
  for (const [index, count] of buckets.entries()) {
    if (below + count >= rank && count > 0) {
      const [low, high] = edgesOf(index);
      return low * (high / low) ** ((rank - below) / count);
    }
    below += count;
  }
  return healthLimits.longestMs;
}

function edgesOf(index: number): [low: number, high: number] {
  const high = healthBoundsMs[index] ?? healthLimits.longestMs;
  return [healthBoundsMs[index - 1] ?? 1, high];
}
