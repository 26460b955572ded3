import { healthLimits } from '../../../core/limits.ts';
import type { HealthPart } from '../repository/channel-health.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** Seconds for which counts are stored together, longest first. */
const spans = [DAY, HOUR, MINUTE] as const;
export const healthSpans: readonly number[] = spans;

/** Rounds a range outwards to what is stored: minutes, of older data hours, of the oldest days. */
export function roundedRange(
  { from, to }: { from: number; to: number },
  now: number,
): { from: number; end: number } {
  const first = Math.max(0, Math.min(from, to));
  const startSpan = finestSpan(first, now);
  const endSpan = finestSpan(to, now);
  return {
    from: Math.floor(first / startSpan) * startSpan,
    end: Math.ceil((Math.max(0, to) + 1) / endSpan) * endSpan,
  };
}

function finestSpan(at: number, now: number): number {
  if (at >= now - healthLimits.minutesDays * DAY) return MINUTE;
  return at >= now - healthLimits.hoursDays * DAY ? HOUR : DAY;
}

/** Splits a rounded range into whole days, and hours and minutes at both ends. */
export function partsOf(range: { from: number; end: number }, level = 0): HealthPart[] {
  const { from, end } = range;
  const span = spans[level];
  if (span === undefined || from >= end) return [];
  const first = Math.ceil(from / span) * span;
  const last = Math.floor(end / span) * span;
  if (first >= last) return partsOf(range, level + 1);
  return [
    ...partsOf({ from, end: first }, level + 1),
    { span, from: first, end: last },
    ...partsOf({ from: last, end }, level + 1),
  ];
}
