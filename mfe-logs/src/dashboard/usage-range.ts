import type { TimeRange, TimeWord } from '@tollgate/ui/data';

export const granularities = ['hour', 'day', 'week'] as const;
export type Granularity = (typeof granularities)[number];

/** From and to, in unix seconds. */
export interface UsageRange {
  start: number;
  end: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The range of each granularity while none is chosen. */
export const defaultTimes: Record<Granularity, TimeWord> = {
  hour: 'last-24-hours',
  day: 'last-7-days',
  week: 'last-30-days',
};

/** Returns the granularity of the URL or of the site; any other value means hours. */
export function readGranularity(text: string): Granularity {
  return granularities.find((granularity) => granularity === text) ?? 'hour';
}

/** Returns an open range from a whole hour on, as the server sums by hour. The first bar is never a part of one. */
export function wholeHours(range: TimeRange): TimeRange {
  return range.end === undefined ? { start: Math.ceil(range.start / HOUR) * HOUR } : range;
}

/**
 * Returns the start of the hour, day or week (from Monday) of a time, in unix seconds. Days and weeks are local.
 * Hours are those that the server sums: they begin at half past where the time zone is half an hour off.
 */
export function bucketOf(seconds: number, granularity: Granularity): number {
  if (granularity === 'hour') return Math.floor(seconds / HOUR) * HOUR;
  const date = new Date(seconds * 1000);
  date.setHours(0, 0, 0, 0);
  if (granularity === 'week') date.setDate(date.getDate() - ((date.getDay() + 6) % 7));
  return Math.floor(date.getTime() / 1000);
}

/**
 * Returns every bucket of a range in order, including empty ones; only those of `used` when there are too many to draw.
 */
export function bucketsOf(
  { start, end }: UsageRange,
  granularity: Granularity,
  used: Iterable<number>,
): number[] {
  const size = granularity === 'hour' ? HOUR : granularity === 'day' ? DAY : 7 * DAY;
  if ((end - start) / size > MAX_BUCKETS) return [...new Set(used)].sort((a, b) => a - b);
  const buckets: number[] = [];
  for (let bucket = bucketOf(start, granularity); bucket <= end; bucket = next(bucket, granularity))
    buckets.push(bucket);
  return buckets;
}

/** Uses the calendar: days of 23 and 25 hours exist. */
function next(bucket: number, granularity: Granularity): number {
  const date = new Date(bucket * 1000);
  if (granularity === 'hour') return bucket + HOUR;
  date.setDate(date.getDate() + (granularity === 'day' ? 1 : 7));
  return Math.floor(date.getTime() / 1000);
}

/** `03-14 09:00`, `03-14`, or the Monday and the Sunday of a week. */
export function bucketName(bucket: number, granularity: Granularity): string {
  const date = new Date(bucket * 1000);
  if (granularity === 'hour') return `${dayName(date)} ${two(date.getHours())}:${two(date.getMinutes())}`;
  if (granularity === 'day') return dayName(date);
  const sunday = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 6);
  return `${dayName(date)} – ${dayName(sunday)}`;
}

function dayName(date: Date): string {
  return `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}

const MAX_BUCKETS = 800;
