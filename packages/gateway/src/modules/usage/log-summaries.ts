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

/** Which part of the range the counted calls cover. Without bounds it is as long as its calls. */
async function findCovered(ctx: Context, filter: LogFilter) {
  const now = nowSeconds(ctx);
  const extent = findsNothing(filter) ? undefined : await summaries.findExtent(ctx.logReader, filter);
  const end_timestamp = filter.end_timestamp || Math.max(now, extent?.last ?? 0);
  const start_timestamp = filter.start_timestamp || (extent?.first ?? now);
  const counted_from = extent?.isCut ? extent.first : start_timestamp;
  return { extent, covered: { start_timestamp, end_timestamp, counted_from } };
}

/** Returns the shortest round time that makes at most `MAX_PARTS` parts of a range. */
function spanOf({ start_timestamp, end_timestamp }: { start_timestamp: number; end_timestamp: number }) {
  const seconds = Math.max(1, end_timestamp - start_timestamp + 1);
  const whole = (parts: number) => Math.ceil(seconds / parts / DAY) * DAY;
  // The first part begins before the range, so there may be one more.
  return spans.find((span) => seconds / span <= MAX_PARTS - 1) ?? whole(MAX_PARTS - 1);
}

const MAX_GROUPS = 100;
const MAX_PARTS = 60;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const spans = [
  ...[1, 5, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12, 24].map((hours) => hours * HOUR),
];
