import type { Input, listTasks } from '@tollgate/contract';
import { readRange, type TimeRange } from '../shared/work-time.ts';

/** The filters of the task log in the URL; empty when not set. */
export type TaskFilters = {
  /** Unix seconds as `from-to`; empty means since midnight. */
  time: string;
  task_id: string;
  /** Only for admins. */
  channel_id: string;
};

export const noFilters: TaskFilters = { time: '', task_id: '', channel_id: '' };

export type TaskQuery = Omit<Input<typeof listTasks>, 'p' | 'page_size'>;

/** Returns the list's query, with times in seconds. Drops the admin filter for other users. */
export function toQuery(filters: TaskFilters, fallback: TimeRange, isAdmin: boolean): TaskQuery {
  const { task_id, channel_id } = filters;
  const { start, end } = readRange(filters.time, fallback);
  return {
    start_timestamp: start,
    end_timestamp: end,
    ...(task_id && { task_id }),
    ...(isAdmin && channel_id && { channel_id }),
  };
}
