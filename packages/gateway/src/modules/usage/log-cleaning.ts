import { setTimeout as pause } from 'node:timers/promises';
import type { cleanLogs, getLogCleaning, Output, Parsed } from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { attemptLimits, healthLimits } from '../../core/limits.ts';
import { recordAction } from '../audit/audit-log.ts';
import { deleteBefore as deleteHealth } from '../channels/repository/channel-health.ts';
import { nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import * as cleaning from './repository/log-cleaning.ts';

/**
 * Deletes rows that are older. The caller waits for a few seconds at most: the horizon is stored, so that a
 * job continues with the rest, here or after a restart. The ledger and the audit log stay complete.
 *
 * @throws {AppError} `log_too_recent`
 */
export async function clean(
  ctx: CallContext,
  { target_timestamp }: Parsed<typeof cleanLogs>,
): Promise<Output<typeof cleanLogs>> {
  if (target_timestamp > nowSeconds(ctx) - MIN_AGE_SECONDS) {
    throw new AppError('log_too_recent', { days: MIN_AGE_DAYS });
  }
  const before = await cleaning.findHorizon(ctx.logDb);
  await change(ctx, [], async (tx) => {
    const after = { deleted_before: Math.max(before, target_timestamp) };
    recordAction(tx, { action: 'log.clean', target: 'logs', before: { deleted_before: before }, after });
  });
  await cleaning.moveHorizon(ctx.logDb, target_timestamp);
  return deleteDue(ctx, REQUEST_MS);
}

/** Returns the progress of the deletion. */
export async function progress(ctx: Context): Promise<Output<typeof getLogCleaning>> {
  const deleted_before = await cleaning.findHorizon(ctx.logDb);
  return { deleted_before, remaining: await cleaning.countBefore(ctx.logReader, deleted_before, COUNT_CAP) };
}

/** For the job: moves the horizon according to `LogRetentionDays`, and deletes for a limited time. */
export async function retain(ctx: Context): Promise<number> {
  const days = ctx.options.current.LogRetentionDays;
  if (days > 0) await cleaning.moveHorizon(ctx.logDb, nowSeconds(ctx) - days * DAY_SECONDS);
  await cleaning.prepare(ctx.logDb, nowSeconds(ctx));
  await trimAttempts(ctx);
  await trimFailedCalls(ctx);
  await trimHealth(ctx);
  return deleteDue(ctx, JOB_MS);
}

/**
 * Deletes rows before the horizon in slices, so that the rows of calls are never delayed for long. Returns
 * how many rows of the log were deleted.
 */
async function deleteDue(ctx: Context, budgetMs: number): Promise<number> {
  const before = await cleaning.findHorizon(ctx.logDb);
  if (before === 0) return 0;
  const { logSweeper } = ctx.reads;
  let total = 0;
  await inSlices(budgetMs, async (size) => {
    const rows = await cleaning.deleteSlice(logSweeper, before, size);
    total += rows;
    return rows || cleaning.deleteCompanions(logSweeper, before, size);
  });
  return total;
}

/**
 * Keeps failed attempts for a limited time and in a limited number, even when the log is kept for ever: a
 * failed call costs its caller nothing.
 */
async function trimAttempts(ctx: Context): Promise<void> {
  const { logSweeper } = ctx.reads;
  const startedBefore = ctx.now() - attemptLimits.days * DAY_SECONDS * 1000;
  const upToId = await cleaning.attemptsBeyond(ctx.logDb, attemptLimits.rows);
  await inSlices(JOB_MS, (size) => cleaning.deleteAttempts(logSweeper, { startedBefore, upToId }, size));
}

/** A failed call costs nothing, so no bill needs its row. */
async function trimFailedCalls(ctx: Context): Promise<void> {
  const { FailedCallsKept } = ctx.options.current;
  const { logSweeper } = ctx.reads;
  await inSlices(JOB_MS, (size) => cleaning.deleteFailedCalls(logSweeper, FailedCallsKept, size));
}

/** Old counts of channel health are needed by hour or by day alone. */
async function trimHealth(ctx: Context): Promise<void> {
  const { logSweeper } = ctx.reads;
  const ages = [
    [60, healthLimits.minutesDays],
    [3600, healthLimits.hoursDays],
  ] as const;
  for (const [span, days] of ages) {
    const before = nowSeconds(ctx) - days * DAY_SECONDS;
    await inSlices(JOB_MS, (size) => deleteHealth(logSweeper, { span, before }, size));
  }
}

/** Calls `deleteSome` with the size of a slice until it returns 0 rows, or the budget is used up. */
async function inSlices(budgetMs: number, deleteSome: (size: number) => Promise<number>): Promise<void> {
  const deadline = performance.now() + budgetMs;
  let size = FIRST_SLICE;
  do {
    const start = performance.now();
    if ((await deleteSome(size)) === 0) break;
    const tookMs = performance.now() - start;
    size = Math.round(Math.min(Math.max((size * SLICE_MS) / tookMs, MIN_SLICE), MAX_SLICE));
    // An embedded database has one writer: this pause lets the others write.
    await pause(Math.min(tookMs, MAX_PAUSE_MS));
  } while (performance.now() < deadline);
}

const FIRST_SLICE = 50;
const MIN_SLICE = 10;
const MAX_SLICE = 1000;
/** Target time of a slice: it blocks the only writer of an embedded database meanwhile. */
const SLICE_MS = 10;
const MAX_PAUSE_MS = 100;
const DAY_SECONDS = 86_400;
/** Calls of this week may still be in dispute. */
const MIN_AGE_DAYS = 7;
const MIN_AGE_SECONDS = MIN_AGE_DAYS * DAY_SECONDS;
const REQUEST_MS = 5_000;
const JOB_MS = 30_000;
const COUNT_CAP = 100_000;
