import type { LogDb } from '../../../db/schema.ts';
import type { LogFilter } from './log-filter.ts';

/** A range of time in which a filter finds more rows than are counted. */
interface Cap {
  readonly from: number;
  readonly to: number;
  readonly until: number;
}

let caps = new WeakMap<LogDb, Map<string, Cap>>();

/** Whether the rows of a filter reached the cap of counts lately, in its range of time or one within it. */
export function isKnownToReachCap(db: LogDb, filter: LogFilter): boolean {
  const cap = caps.get(db)?.get(keyOf(filter));
  if (!cap || cap.until < performance.now()) return false;
  const { from, to } = rangeOf(filter);
  return from <= cap.from && cap.to <= to;
}

export function rememberCap(db: LogDb, filter: LogFilter): void {
  const known = caps.get(db) ?? new Map<string, Cap>();
  caps.set(db, known);
  const key = keyOf(filter);
  known.delete(key);
  known.set(key, { ...rangeOf(filter), until: performance.now() + KEPT_MS });
  const [oldest] = known.keys();
  if (known.size > MOST_FILTERS && oldest !== undefined) known.delete(oldest);
}

/** After rows were deleted. Other processes find out when what they remember expires. */
export function forgetCaps(): void {
  caps = new WeakMap();
}

function keyOf({ start_timestamp: _, end_timestamp: __, ...filter }: LogFilter): string {
  return JSON.stringify(Object.entries(filter).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function rangeOf({ start_timestamp, end_timestamp }: LogFilter) {
  return { from: start_timestamp || 0, to: end_timestamp || Number.MAX_SAFE_INTEGER };
}

const KEPT_MS = 60_000;
const MOST_FILTERS = 1000;
