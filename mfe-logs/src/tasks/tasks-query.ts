import type { Input, listTasks } from '@tollgate/contract';
import type { TimeWord } from '@tollgate/ui/data';

/** The filters of the task log in the URL; empty when not set. */
export type TaskFilters = {
  /** A word such as `today`, or `from-to` in Unix seconds; empty means since midnight. */
  time: string;
  task_id: string;
  /** Only for admins. */
  channel_id: string;
};

/** The range while none is chosen. */
export const defaultTime: TimeWord = 'today';

export const noFilters: TaskFilters = { time: '', task_id: '', channel_id: '' };

export type TaskQuery = Omit<
  Input<typeof listTasks>,
  'p' | 'page_size' | 'start_timestamp' | 'end_timestamp'
>;

/** Returns the list's query without its time range. Drops the admin filter for other users. */
export function toQuery(filters: TaskFilters, isAdmin: boolean): TaskQuery {
  const { task_id, channel_id } = filters;
  return {
    ...(task_id && { task_id }),
    ...(isAdmin && channel_id && { channel_id }),
  };
}
