import type { Input, listDrawings } from '@tollgate/contract';
import type { TimeWord } from '@tollgate/ui/data';

/** The filters of the drawing log in the URL; empty when not set. */
export type DrawingFilters = {
  /** A word such as `today`, or `from-to` in Unix seconds; empty means the last 30 days. */
  time: string;
  mj_id: string;
  /** Only for admins. */
  channel_id: string;
};

/** The range while none is chosen. */
export const defaultTime: TimeWord = 'last-30-days';

export const noFilters: DrawingFilters = { time: '', mj_id: '', channel_id: '' };

export type DrawingQuery = Omit<
  Input<typeof listDrawings>,
  'p' | 'page_size' | 'start_timestamp' | 'end_timestamp'
>;

/** Returns the list's query without its time range. Drops the admin filter for other users. */
export function toQuery(filters: DrawingFilters, isAdmin: boolean): DrawingQuery {
  const { mj_id, channel_id } = filters;
  return {
    ...(mj_id && { mj_id }),
    ...(isAdmin && channel_id && { channel_id }),
  };
}
