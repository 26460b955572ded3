import { rangeToText, type TimeRange } from '@tollgate/ui/data';
import { useState } from 'react';

/** What zooming needs of a list. */
export interface Zoomed {
  filters: { time: string };
  setFilters: (filters: { time: string }) => void;
}

/** Narrows the range of the log, and returns to the one before the first zoom. */
export function useZoom({ filters, setFilters }: Zoomed) {
  const [wide, setWide] = useState<{ time: string; zoomed: string }>();
  const { time } = filters;
  const isZoomed = wide !== undefined && wide.zoomed === time;
  return {
    onZoom: (range: TimeRange) => {
      const zoomed = rangeToText(range);
      setWide({ time: isZoomed ? wide.time : time, zoomed });
      setFilters({ time: zoomed });
    },
    onBack: isZoomed ? () => setFilters({ time: wide.time }) : undefined,
  };
}
