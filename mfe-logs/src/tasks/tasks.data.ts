import { useData } from '@tollgate/api-client';
import {
  getOwnTaskBars,
  getTaskBars,
  listOwnTasks,
  listTasks,
  pageOwnTasks,
  pageTasks,
  type Task,
} from '@tollgate/contract';
import type { ListState } from '@tollgate/ui/data';
import { type CountedSource, countedSource } from '../shared/counted-source.ts';
import { atCall, type PageRange } from '../shared/use-time-range.ts';
import { isOver } from './task-labels.tsx';
import type { TaskQuery } from './tasks-query.ts';

const REFRESH_MS = 15_000;

/**
 * One page of tasks, everybody's for admins, else the user's own. The list counts its pages from 0 and has no
 * total, so the total is requested separately. Reloads while a task is running.
 */
export function useTasks(
  query: TaskQuery,
  range: PageRange,
  { page, pageSize }: Pick<ListState, 'page' | 'pageSize'>,
  isAdmin: boolean,
): CountedSource<Task> {
  const rows = { ...query, p: page - 1, page_size: pageSize };
  const count = { ...query, p: 1, page_size: 1 };
  const counted = { atCall: atCall(range) };
  const follow = { ...counted, refreshInterval: follows };
  const everybody = countedSource(
    useData(listTasks, isAdmin ? rows : null, follow),
    useData(pageTasks, isAdmin ? count : null, counted),
  );
  const own = countedSource(
    useData(listOwnTasks, isAdmin ? null : rows, follow),
    useData(pageOwnTasks, isAdmin ? null : count, counted),
  );
  return isAdmin ? everybody : own;
}

/** Tasks within the filters over time. Reloads like the rows. */
export function useTaskBars(
  query: TaskQuery,
  { range, rows }: { range: PageRange; rows: Task[] | undefined },
  isAdmin: boolean,
) {
  const options = { atCall: atCall(range), refreshInterval: follows(rows) };
  const everybody = useData(getTaskBars, isAdmin ? query : null, options);
  const own = useData(getOwnTaskBars, isAdmin ? null : query, options);
  return isAdmin ? everybody : own;
}

function follows(rows: Task[] | undefined): number {
  return rows?.some(({ status }) => !isOver(status)) ? REFRESH_MS : 0;
}
