import type {
  exportDrawings,
  exportOwnDrawings,
  exportOwnTasks,
  exportTasks,
  exportTokens,
  Parsed,
} from '@tollgate/contract';
import type { CallContext } from '../../core/context.ts';
import * as accounts from '../billing/accounts.ts';
import { callerOf, nowSeconds } from '../shared/caller.ts';
import * as tokens from '../tokens/repository/tokens.ts';
import { tokenStatus } from '../tokens/token-view.ts';
import { toDrawing } from './drawings.ts';
import { BATCH, batches, isoTime, recorded } from './export-batches.ts';
import { withDollars } from './export-money.ts';
import * as drawings from './repository/drawings.ts';
import * as tasks from './repository/tasks.ts';
import { toTask } from './tasks.ts';

const window = { offset: 0, limit: BATCH };

/** Exports no keys, and opens none: files on a disk should contain no secrets. */
export async function* ownTokens(ctx: CallContext, { keyword, status }: Parsed<typeof exportTokens>) {
  const read = (last: tokens.TokenRow | undefined) =>
    tokens.listOwn(
      ctx.reader,
      callerOf(ctx).id,
      { keyword, status, now: nowSeconds(ctx), before: last?.id },
      window,
    );
  for await (const rows of batches(read)) {
    const money = await accounts.readMany(
      ctx,
      'token',
      rows.map(({ id }) => id),
    );
    yield rows.map((row) => {
      const shown = {
        ...row,
        status: tokenStatus(row, money(row.id), nowSeconds(ctx)),
        created_time: isoTime(row.created_time),
        expired_time: isoTime(row.expired_time),
        unlimited_quota: row.unlimited_quota === 1,
        remain_quota: money(row.id).remaining,
        used_quota: money(row.id).used,
        model_limits: row.model_limits_enabled === 1 ? row.model_limits : '',
      };
      return withDollars(ctx, shown, ['remain_quota', 'used_quota']);
    });
  }
}

export function allDrawings(ctx: CallContext, { format: _, ...input }: Parsed<typeof exportDrawings>) {
  return recorded(ctx, 'drawings', input, () => drawingRows(ctx, input));
}

export function ownDrawings(ctx: CallContext, { format: _, ...input }: Parsed<typeof exportOwnDrawings>) {
  return drawingRows(ctx, { ...input, userId: callerOf(ctx).id });
}

export function allTasks(ctx: CallContext, { format: _, ...input }: Parsed<typeof exportTasks>) {
  return recorded(ctx, 'tasks', input, () => taskRows(ctx, input));
}

export function ownTasks(ctx: CallContext, { format: _, ...input }: Parsed<typeof exportOwnTasks>) {
  return taskRows(ctx, { ...input, userId: callerOf(ctx).id });
}

/** Times of drawings are in milliseconds. */
async function* drawingRows(ctx: CallContext, filter: drawings.DrawingFilter) {
  const read = (last: drawings.DrawingRow | undefined) =>
    drawings.list(ctx.reader, { ...filter, before: last?.id }, window);
  for await (const rows of batches(read)) {
    yield rows.map((row) => ({
      ...withDollars(ctx, toDrawing(ctx, row), ['quota']),
      submit_time: isoTime(Math.floor(row.submit_time / 1000)),
      start_time: isoTime(Math.floor(row.start_time / 1000)),
      finish_time: isoTime(Math.floor(row.finish_time / 1000)),
    }));
  }
}

async function* taskRows(ctx: CallContext, filter: tasks.TaskFilter) {
  const read = (last: tasks.TaskRow | undefined) =>
    tasks.list(ctx.reader, { ...filter, before: last?.id }, window);
  for await (const rows of batches(read)) {
    yield rows.map((row) => ({
      ...withDollars(ctx, toTask(row), ['quota']),
      submit_time: isoTime(row.submit_time),
      start_time: isoTime(row.start_time),
      finish_time: isoTime(row.finish_time),
    }));
  }
}
