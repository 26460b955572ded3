import {
  type listOwnUsage,
  type listUsage,
  type listUserUsage,
  MAX_OWN_RANGE_SECONDS,
  type Parsed,
} from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import * as users from '../identity/repository/users.ts';
import { callerOf, nowSeconds } from '../shared/caller.ts';
import * as sums from './repository/usage-sums.ts';

export async function list(ctx: Context, input: Parsed<typeof listUsage>) {
  const range = toRange(ctx, input);
  if (!input.username) return sums.listModelHours(ctx.logReader, range);
  const userId = await users.findIdByName(ctx.reader, input.username);
  return userId === undefined ? [] : sums.listHours(ctx.logReader, userId, range);
}

/** @throws {AppError} `time_range_too_long` */
export async function listOwn(ctx: CallContext, input: Parsed<typeof listOwnUsage>) {
  const range = toOwnRange(ctx, input);
  return sums.listHours(ctx.logReader, callerOf(ctx).id, range);
}

export async function listByUser(ctx: Context, input: Parsed<typeof listUserUsage>) {
  const range = toRange(ctx, input);
  const limit = Math.min(Math.max(input.limit ?? DEFAULT_USERS, 1), MAX_USERS);
  const top = await sums.listTopUsers(ctx.logReader, range, limit);
  return sums.listUserHours(ctx.logReader, top, range);
}

/** @throws {AppError} `time_range_too_long` */
export function toOwnRange(ctx: Context, query: TimeRangeQuery): sums.TimeRange {
  const range = toRange(ctx, query);
  const grace = query.end_timestamp === undefined ? OPEN_GRACE_SECONDS : 0;
  if (range.to - range.from > MAX_OWN_RANGE_SECONDS + grace)
    throw new AppError('time_range_too_long', { days: 30 });
  return range;
}

interface TimeRangeQuery {
  start_timestamp: number | undefined;
  end_timestamp: number | undefined;
}

/** Hours are stored by their start, so the hour in which the range begins is left out, as in new-api. */
export function toRange(ctx: Context, { start_timestamp, end_timestamp }: TimeRangeQuery): sums.TimeRange {
  const to = end_timestamp ?? nowSeconds(ctx);
  return { from: start_timestamp ?? to - MAX_OWN_RANGE_SECONDS, to };
}

/** A range up to now has grown since its start was counted. */
const OPEN_GRACE_SECONDS = 3600;
const DEFAULT_USERS = 10;
const MAX_USERS = 50;
