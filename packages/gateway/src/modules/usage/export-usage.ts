import type { exportLogs, exportOwnLogs, exportOwnUsage, exportUsage, Parsed } from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import * as channels from '../channels/repository/channels.ts';
import * as users from '../identity/repository/users.ts';
import { callerOf } from '../shared/caller.ts';
import { BATCH, batches, isoTime, recorded } from './export-batches.ts';
import { dollars } from './export-money.ts';
import { readableContent, readableToken } from './log-content.ts';
import { toFilter } from './log-search.ts';
import { toOwnEntry } from './log-view.ts';
import * as queries from './repository/log-queries.ts';
import * as sums from './repository/usage-sums.ts';
import { toOwnRange, toRange } from './usage-data.ts';

export function logs(ctx: CallContext, { format: _, ...input }: Parsed<typeof exportLogs>) {
  return recorded(ctx, 'logs', input, async function* () {
    for await (const rows of logRows(ctx, await toFilter(ctx, input))) {
      const names = await channels.listNames(ctx.reader, [...new Set(rows.map((row) => row.channel_id))]);
      yield rows.map((row) => ({
        ...toLogRow(ctx, row),
        user_id: row.user_id,
        username: row.username,
        channel: row.channel_id,
        channel_name: names.get(row.channel_id) ?? '',
        provider_cost: row.provider_cost,
      }));
    }
  });
}

export async function* ownLogs(ctx: CallContext, { format: _, ...input }: Parsed<typeof exportOwnLogs>) {
  for await (const rows of logRows(ctx, await toFilter(ctx, { ...input, userId: callerOf(ctx).id }))) {
    yield rows.map((row) => ({ ...toLogRow(ctx, row), other: toOwnEntry(row, 0).other }));
  }
}

export function usage(ctx: CallContext, { format: _, ...input }: Parsed<typeof exportUsage>) {
  return recorded(ctx, 'usage', input, async function* () {
    const userId = input.username ? await users.findIdByName(ctx.reader, input.username) : undefined;
    if (input.username && userId === undefined) return;
    for await (const rows of usageRows(ctx, toRange(ctx, input), userId)) {
      yield rows.map((row) => ({ ...toUsageRow(ctx, row), user_id: row.user_id, username: row.username }));
    }
  });
}

/** @throws {AppError} `time_range_too_long` */
export async function* ownUsage(ctx: CallContext, input: Parsed<typeof exportOwnUsage>) {
  const range = toOwnRange(ctx, input);
  for await (const rows of usageRows(ctx, range, callerOf(ctx).id)) {
    yield rows.map((row) => toUsageRow(ctx, row));
  }
}

function logRows({ logReader }: Context, filter: queries.LogFilter) {
  return batches((after: queries.LogRow | undefined) =>
    queries.list(logReader, filter, { offset: 0, limit: BATCH, after }),
  );
}

function usageRows({ logReader }: Context, range: sums.TimeRange, userId: number | undefined) {
  return batches((after: sums.HourRow | undefined) =>
    sums.listAfter(logReader, range, { userId, after, limit: BATCH }),
  );
}

function toLogRow(ctx: CallContext, row: queries.LogRow) {
  const { created_at, use_time, is_stream, ...rest } = row;
  return {
    ...rest,
    content: readableContent(ctx, row),
    token_name: readableToken(ctx, row),
    time: isoTime(created_at),
    cost_usd: dollars(ctx, row.quota),
    use_time_seconds: use_time,
    is_stream: is_stream === 1,
  };
}

function toUsageRow(ctx: Context, { created_at, model_name, token_used, count, quota }: sums.HourRow) {
  return {
    hour: isoTime(created_at),
    model_name,
    calls: count,
    tokens: token_used,
    quota,
    cost_usd: dollars(ctx, quota),
  };
}
