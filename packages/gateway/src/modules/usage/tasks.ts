import type { listOwnTasks, listTasks, Parsed, pageOwnTasks, pageTasks, Task } from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { callerOf } from '../shared/caller.ts';
import { cursorPage, pageFrom0 } from '../shared/page.ts';
import * as tasks from './repository/tasks.ts';

export async function list(ctx: Context, input: Parsed<typeof listTasks>) {
  return (await tasks.list(ctx.reader, input, pageFrom0(input.p, input.page_size))).map(toTask);
}

export async function listOwn(ctx: CallContext, input: Parsed<typeof listOwnTasks>) {
  const filter = { ...input, userId: callerOf(ctx).id };
  return (await tasks.list(ctx.reader, filter, pageFrom0(input.p, input.page_size))).map(toOwnTask);
}

export function page(ctx: Context, input: Parsed<typeof pageTasks>) {
  return cursorPage(ctx.reader, tasks, { filter: input, page: input }, toTask);
}

export function pageOwn(ctx: CallContext, input: Parsed<typeof pageOwnTasks>) {
  const filter = { ...input, userId: callerOf(ctx).id };
  return cursorPage(ctx.reader, tasks, { filter, page: input }, toOwnTask);
}

export function toTask(row: tasks.TaskRow): Task {
  return {
    ...row,
    fail_reason: row.fail_reason ?? '',
    properties: parse(row.properties) ?? { input: '' },
    data: parse(row.data),
  };
}

/** Users may not see which channel did the work. */
export function toOwnTask(row: tasks.TaskRow): Task {
  return { ...toTask(row), channel_id: 0 };
}

/** Imported rows may hold anything: unreadable values are left out. */
function parse(json: string | null): unknown {
  try {
    return JSON.parse(json || 'null');
  } catch {
    return null;
  }
}
