import type { LogBar, LogBars } from '@tollgate/contract';
import type { TimeRange } from '@tollgate/ui/data';

/** The first and the last bar of a selection, in the order in which they were chosen. */
export interface Brush {
  from: number;
  to: number;
}

/** Returns every bar of the range in order, also those without calls. */
export function slotsOf({ items, span, start_timestamp, end_timestamp }: LogBars): LogBar[] {
  const known = new Map(items.map((bar) => [bar.created_at, bar]));
  const slots: LogBar[] = [];
  for (let at = start_timestamp - (start_timestamp % span); at <= end_timestamp; at += span)
    slots.push(known.get(at) ?? { created_at: at, calls: 0, failed: 0 });
  return slots;
}

/** Returns the time that some bars cover. */
export function brushedRange(
  slots: readonly LogBar[],
  { from, to }: Brush,
  span: number,
): Required<TimeRange> {
  const at = (index: number) => slots[index]?.created_at ?? 0;
  return { start: at(Math.min(from, to)), end: at(Math.max(from, to)) + span - 1 };
}

export function isWithin(index: number, chosen: Brush | undefined): boolean {
  if (!chosen) return false;
  return index >= Math.min(chosen.from, chosen.to) && index <= Math.max(chosen.from, chosen.to);
}
