import { type ListState, rangeToText, type TimeRange } from '@tollgate/ui/data';
import { useState } from 'react';
import type { LogFilters } from './usage-log-query.ts';

/** Narrows the range of the log, and returns to the one before the first zoom. */
export function useZoom(list: ListState<LogFilters>) {
  const [wide, setWide] = useState<{ time: string; zoomed: string }>();
  const { time } = list.filters;
  const isZoomed = wide !== undefined && wide.zoomed === time;
  return {
    onZoom: (range: TimeRange) => {
      const zoomed = rangeToText(range);
      setWide({ time: isZoomed ? wide.time : time, zoomed });
      list.setFilters({ time: zoomed });
    },
    onBack: isZoomed ? () => list.setFilters({ time: wide.time }) : undefined,
  };
}
