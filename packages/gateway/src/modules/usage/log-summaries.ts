import type {
  CallService,
  getLogBars,
  getOwnLogBars,
  getOwnService,
  getService,
  LogBars,
  LogGroups,
  listLogGroups,
  listOwnLogGroups,
  Parsed,
} from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { healthBoundsMs } from '../../core/health-columns.ts';
import { percentilesOf } from '../../core/percentiles.ts';
import * as channels from '../channels/repository/channels.ts';
import { callerOf, nowSeconds } from '../shared/caller.ts';
import { coverRange, spanOf } from './covered-range.ts';
import { toFilter } from './log-search.ts';
import { findsNothing, type LogFilter } from './repository/log-filter.ts';
import * as summaries from './repository/log-summaries.ts';
import { toOwnRange, toRange } from './usage-data.ts';

/** Calls over time. */
export async function bars(ctx: Context, input: Parsed<typeof getLogBars>): Promise<LogBars> {
  return readBars(ctx, await toFilter(ctx, input));
}

export async function ownBars(ctx: CallContext, input: Parsed<typeof getOwnLogBars>): Promise<LogBars> {
  return readBars(ctx, await toFilter(ctx, { ...input, userId: callerOf(ctx).id }));
}

async function readBars(ctx: Context, filter: LogFilter): Promise<LogBars> {
  const { extent, covered } = await findCovered(ctx, filter);
  const span = spanOf(covered);
  const items = extent ? await summaries.listBars(ctx.logReader, filter, span) : [];
  return { ...covered, span, items };
}

/** Calls by what they have in common. */
export async function groups(
  ctx: Context,
  { by, ...input }: Parsed<typeof listLogGroups>,
): Promise<LogGroups> {
  const filter = await toFilter(ctx, input);
  const { extent, covered } = await findCovered(ctx, filter);
  const rows = extent ? await summaries.listGroups(ctx.logReader, filter, by, MAX_GROUPS) : [];
  const ids = by === 'channel' ? rows.map(({ name }) => Number(name)) : [];
  const labels = await channels.listNames(ctx.reader, ids);
  return { ...covered, items: rows.map((row) => ({ ...row, label: labels.get(Number(row.name)) ?? '' })) };
}

export async function ownGroups(
  ctx: CallContext,
  { by, ...input }: Parsed<typeof listOwnLogGroups>,
): Promise<LogGroups> {
  const filter = await toFilter(ctx, { ...input, userId: callerOf(ctx).id });
  const { extent, covered } = await findCovered(ctx, filter);
  const rows = extent ? await summaries.listGroups(ctx.logReader, filter, by, MAX_GROUPS) : [];
  return { ...covered, items: rows.map((row) => ({ ...row, label: '' })) };
}

/** How calls went: latency, failures and the share of cached tokens. */
export async function service(
  ctx: Context,
  { username, ...input }: Parsed<typeof getService>,
): Promise<CallService> {
  const { from, to } = toRange(ctx, input);
  return readService(ctx, await toFilter(ctx, { username, start_timestamp: from, end_timestamp: to }));
}

/** @throws {AppError} `time_range_too_long` */
export async function ownService(
  ctx: CallContext,
  input: Parsed<typeof getOwnService>,
): Promise<CallService> {
  const { from, to } = toOwnRange(ctx, input);
  return readService(ctx, { userId: callerOf(ctx).id, start_timestamp: from, end_timestamp: to });
}

async function readService(ctx: Context, filter: LogFilter): Promise<CallService> {
  const { extent, covered } = await findCovered(ctx, filter);
  const span = spanOf(covered);
  if (!extent) return { ...covered, span, items: [] };
  const [sums, durations, firstTokens] = await Promise.all([
    summaries.listServiceSums(ctx.logReader, filter, span),
    summaries.listTimes(ctx.logReader, filter, { span, column: 'duration_ms' }),
    summaries.listTimes(ctx.logReader, filter, { span, column: 'first_token_ms' }),
  ]);
  const [durationOf, firstTokenOf] = [readTimes(durations), readTimes(firstTokens)];
  const items = sums.map((sum) => ({
    ...sum,
    duration_ms: durationOf(sum.created_at),
    first_token_ms: firstTokenOf(sum.created_at),
  }));
  return { ...covered, span, items };
}

function readTimes(rows: Awaited<ReturnType<typeof summaries.listTimes>>) {
  const parts = new Map<number, number[]>();
  for (const { start, bucket, calls } of rows) {
    const buckets = parts.get(start) ?? Array.from({ length: healthBoundsMs.length + 1 }, () => 0);
    buckets[bucket] = calls;
    parts.set(start, buckets);
  }
  return (start: number) => percentilesOf(parts.get(start) ?? []);
}

async function findCovered(ctx: Context, filter: LogFilter) {
  const extent = findsNothing(filter) ? undefined : await summaries.findExtent(ctx.logReader, filter);
  return { extent, covered: coverRange(nowSeconds(ctx), filter, extent) };
}

const MAX_GROUPS = 100;
