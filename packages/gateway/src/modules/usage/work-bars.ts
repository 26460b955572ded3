import {
  type getDrawingBars,
  type getOwnDrawingBars,
  type getOwnTaskBars,
  type getTaskBars,
  LOG_SUMMARY_ROWS,
  type LogBars,
  type Parsed,
} from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { callerOf, nowSeconds } from '../shared/caller.ts';
import { coverRange, spanOf } from './covered-range.ts';
import * as drawings from './repository/drawings.ts';
import * as tasks from './repository/tasks.ts';
import * as bars from './repository/work-bars.ts';

/** Drawings over time. */
export function ofDrawings(ctx: Context, input: Parsed<typeof getDrawingBars>): Promise<LogBars> {
  return readDrawings(ctx, input);
}

export function ofOwnDrawings(ctx: CallContext, input: Parsed<typeof getOwnDrawingBars>): Promise<LogBars> {
  return readDrawings(ctx, { ...input, userId: callerOf(ctx).id });
}

/** Tasks over time. */
export function ofTasks(ctx: Context, input: Parsed<typeof getTaskBars>): Promise<LogBars> {
  return readTasks(ctx, input);
}

export function ofOwnTasks(ctx: CallContext, input: Parsed<typeof getOwnTaskBars>): Promise<LogBars> {
  return readTasks(ctx, { ...input, userId: callerOf(ctx).id });
}

function readDrawings(ctx: Context, filter: drawings.DrawingFilter): Promise<LogBars> {
  const rows = drawings.newest(ctx.reader, filter, LOG_SUMMARY_ROWS);
  return readBars(ctx, filter, { rows, limit: LOG_SUMMARY_ROWS, perSecond: 1000 });
}

function readTasks(ctx: Context, filter: tasks.TaskFilter): Promise<LogBars> {
  const rows = tasks.newest(ctx.reader, filter, LOG_SUMMARY_ROWS);
  return readBars(ctx, filter, { rows, limit: LOG_SUMMARY_ROWS, perSecond: 1 });
}

async function readBars(
  ctx: Context,
  { start_timestamp, end_timestamp }: Pick<tasks.TaskFilter, 'start_timestamp' | 'end_timestamp'>,
  work: bars.CountedWork,
): Promise<LogBars> {
  const seconds = (time: number | undefined) => time && Math.floor(time / work.perSecond);
  const bounds = { start_timestamp: seconds(start_timestamp), end_timestamp: seconds(end_timestamp) };
  const extent = await bars.findExtent(ctx.reader, work);
  const covered = coverRange(nowSeconds(ctx), bounds, extent);
  const span = spanOf(covered);
  const items = extent ? await bars.listBars(ctx.reader, work, span) : [];
  return { ...covered, span, items };
}
