import type { LogBars } from '@tollgate/contract';

const at = 1_772_355_900; // a fixed time, so that screenshots stay comparable

/** Six hours; the second bar has failures, and the third nothing. */
export const bars: LogBars = {
  start_timestamp: at - 6 * 3600,
  end_timestamp: at,
  counted_from: at - 6 * 3600,
  span: 3600,
  items: [
    { created_at: hourBefore(6), calls: 40, failed: 0 },
    { created_at: hourBefore(5), calls: 22, failed: 9 },
    { created_at: hourBefore(3), calls: 31, failed: 0 },
    { created_at: hourBefore(2), calls: 12, failed: 1 },
    { created_at: hourBefore(1), calls: 55, failed: 0 },
    { created_at: hourBefore(0), calls: 18, failed: 0 },
  ],
};

export const noBars: LogBars = { ...bars, items: [] };

/** The start of an hour before the fixed time. */
export function hourBefore(hours: number): number {
  return at - (at % 3600) - hours * 3600;
}
