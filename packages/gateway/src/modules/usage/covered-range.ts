/** The first and the last of the counted records, unix seconds, and whether older ones are left out. */
export interface Extent {
  first: number;
  last: number;
  isCut: boolean;
}

interface Bounds {
  start_timestamp?: number | undefined;
  end_timestamp?: number | undefined;
}

/** Which part of the range the counted records cover. Without bounds it is as long as its records. */
export function coverRange(now: number, bounds: Bounds, extent: Extent | undefined) {
  const end_timestamp = bounds.end_timestamp || Math.max(now, extent?.last ?? 0);
  const start_timestamp = bounds.start_timestamp || (extent?.first ?? now);
  const counted_from = extent?.isCut ? extent.first : start_timestamp;
  return { start_timestamp, end_timestamp, counted_from };
}

/** Returns the shortest round time that makes at most `MAX_PARTS` parts of a range. */
export function spanOf(range: { start_timestamp: number; end_timestamp: number }): number {
  const seconds = Math.max(1, range.end_timestamp - range.start_timestamp + 1);
  const whole = (parts: number) => Math.ceil(seconds / parts / DAY) * DAY;
  // The first part begins before the range, so there may be one more.
  return spans.find((span) => seconds / span <= MAX_PARTS - 1) ?? whole(MAX_PARTS - 1);
}

const MAX_PARTS = 60;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const spans = [
  ...[1, 5, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12, 24].map((hours) => hours * HOUR),
];
