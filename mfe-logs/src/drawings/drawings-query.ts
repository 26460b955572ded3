import type { Input, listDrawings } from '@tollgate/contract';
import { readRange, type TimeRange } from '../shared/work-time.ts';

/** The filters of the drawing log in the URL; empty when not set. */
export type DrawingFilters = {
  /** Unix seconds as `from-to`; empty means the last 30 days. */
  time: string;
  mj_id: string;
  /** Only for admins. */
  channel_id: string;
};

export const noFilters: DrawingFilters = { time: '', mj_id: '', channel_id: '' };

export type DrawingQuery = Omit<Input<typeof listDrawings>, 'p' | 'page_size'>;

/** Returns the list's query, with times in milliseconds. Drops the admin filter for other users. */
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
