import type { Input, listDrawings } from '@tollgate/contract';
import { readRange, type TimeRange } from '../shared/work-time.ts';

/** The filters of the drawing log as the address bar holds them; empty where nothing is asked for. */
export type DrawingFilters = {
  /** Unix seconds as `from-to`; empty means the last 30 days. */
  time: string;
  mj_id: string;
  /** Only for admins. */
  channel_id: string;
};

export const noFilters: DrawingFilters = { time: '', mj_id: '', channel_id: '' };

export type DrawingQuery = Omit<Input<typeof listDrawings>, 'p' | 'page_size'>;

/** What the list is asked for, times in milliseconds. The filter that only admins have is dropped for others. */
export function toQuery(filters: DrawingFilters, fallback: TimeRange, isAdmin: boolean): DrawingQuery {
  const { mj_id, channel_id } = filters;
  const { start, end } = readRange(filters.time, fallback);
  return {
    start_timestamp: start * 1000,
    end_timestamp: end * 1000,
    ...(mj_id && { mj_id }),
    ...(isAdmin && channel_id && { channel_id }),
  };
}
