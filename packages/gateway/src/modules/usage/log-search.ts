import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import * as users from '../identity/repository/users.ts';
import { hasOwnIndex, isPattern, type LogFilter } from './repository/log-filter.ts';
import * as names from './repository/log-names.ts';
import { estimateRows } from './repository/log-queries.ts';

/**
 * Converts a filter to one that an index serves: names of users become their ids, patterns the matching
 * models. A user's current name finds all rows of that user; an earlier one finds the rows that bear it.
 *
 * @throws {AppError} `log_pattern_too_wide`
 */
export async function toFilter<F extends LogFilter>(ctx: Context, filter: F): Promise<F> {
  return withModels(ctx, await withUsers(ctx, filter));
}

async function withUsers<F extends LogFilter>(ctx: Context, filter: F): Promise<F> {
  const { username, userId } = filter;
  if (!username || userId !== undefined) return filter;
  const id = await users.findIdByName(ctx.db, username);
  if (id !== undefined) return { ...filter, userId: id, username: '' };
  const [only, ...others] = await names.findUserIds(ctx.logDb, username);
  if (only === undefined || others.length > 0) {
    return { ...filter, userIds: only === undefined ? [] : [only, ...others] };
  }
  return { ...filter, userId: only };
}

/** A pattern that matches too many models for look-ups scans rows, but not the whole of a big log. */
async function withModels<F extends LogFilter>(ctx: Context, filter: F): Promise<F> {
  const { model_name = '' } = filter;
  if (!isPattern(model_name)) return filter;
  const models = await names.findModels(ctx.logReader, model_name, MAX_MODELS + 1);
  if (models.length <= MAX_MODELS) return { ...filter, model_name: '', models };
  if (!hasOwnIndex(filter) && (await estimateRows(ctx.logReader, filter)) > MAX_ROWS) {
    throw new AppError('log_pattern_too_wide', { rows: MAX_ROWS });
  }
  return filter;
}

const MAX_MODELS = 50;
/** Rows that a pattern may be compared with: about a second. */
const MAX_ROWS = 1_000_000;
