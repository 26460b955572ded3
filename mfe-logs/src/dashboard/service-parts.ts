import { type CallService, callErrorClasses, type ServicePart } from '@tollgate/contract';
import { bucketName } from './usage-range.ts';

const DAY = 86_400;

/** Returns every part of the range in order; undefined where there were no calls. */
export function partsOf({ items, span, start_timestamp, end_timestamp }: CallService) {
  const known = new Map(items.map((part) => [part.created_at, part]));
  const parts: (ServicePart | undefined)[] = [];
  const categories: string[] = [];
  for (let at = start_timestamp - (start_timestamp % span); at <= end_timestamp; at += span) {
    parts.push(known.get(at));
    categories.push(bucketName(at, span < DAY ? 'hour' : 'day'));
  }
  return { parts, categories };
}

/** Milliseconds of each part; a gap where nothing was measured. */
export function timesOf(
  parts: readonly (ServicePart | undefined)[],
  field: 'duration_ms' | 'first_token_ms',
  percentile: 'p50' | 'p95',
): (number | null)[] {
  return parts.map((part) => part?.[field]?.[percentile] ?? null);
}

/** The share of input tokens that came from a cache, from 0 to 1; a gap where there was no input. */
export function cachedShareOf(parts: readonly (ServicePart | undefined)[]): (number | null)[] {
  return parts.map((part) =>
    part?.prompt_tokens ? Math.min(1, part.cached_tokens / part.prompt_tokens) : null,
  );
}

/** Failures of each part by class, without classes that had none. */
export function errorsOf(parts: readonly (ServicePart | undefined)[]) {
  return callErrorClasses
    .map((name) => ({ name, values: parts.map((part) => part?.errors[name] ?? 0) }))
    .filter(({ values }) => values.some((count) => count > 0));
}
