import {
  type ChannelHealth,
  channelErrorClasses,
  type getChannelHealth,
  type HealthHour,
  type Output,
  type Parsed,
} from '@tollgate/contract';
import type { Context } from '../../../core/context.ts';
import {
  durationColumns,
  firstTokenColumns,
  type HealthColumn,
  healthColumns,
} from '../../../core/health-columns.ts';
import { percentilesOf } from '../../../core/percentiles.ts';
import { nowSeconds } from '../../shared/caller.ts';
import { pageFrom1 } from '../../shared/page.ts';
import * as health from '../repository/channel-health.ts';
import * as channels from '../repository/channels.ts';
import { partsOf, roundedRange } from './health-range.ts';

const HOUR = 3600;
const STRIP_HOURS = 24;

/** How channels served. Reads stored sums alone, so that the length of the log does not matter. */
export async function report(
  ctx: Context,
  { p, page_size: size, ids, start_timestamp, end_timestamp }: Parsed<typeof getChannelHealth>,
): Promise<Output<typeof getChannelHealth>> {
  const now = nowSeconds(ctx);
  const to = end_timestamp ?? now;
  const range = roundedRange({ from: start_timestamp ?? to - STRIP_HOURS * HOUR, to }, now);
  const { page, page_size, window } = pageFrom1(p, size);
  const filter = ids ? { ids } : {};
  const [rows, total] = await Promise.all([
    channels.list(ctx.db, filter, { byId: true }, window),
    channels.count(ctx.db, filter),
  ]);
  const wanted = rows.map(({ id }) => id);
  const [counts, strips, errors] = await Promise.all([
    sumUp(ctx, wanted, range),
    listStrips(ctx, wanted, now),
    findLastErrors(ctx, wanted, range),
  ]);
  const items = rows.map(({ id, name, status }) => ({
    id,
    name,
    status,
    ...describeCounts(counts.get(id) ?? NO_COUNTS),
    last_error: errors.get(id) ?? null,
    strip: strips(id),
  }));
  return { items, total, page, page_size, start_timestamp: range.from, end_timestamp: range.end };
}

async function sumUp(ctx: Context, ids: readonly number[], range: { from: number; end: number }) {
  const counts = new Map<number, health.HealthCounts>();
  for (const part of partsOf(range)) {
    for (const row of await health.sum(ctx.logReader, ids, part)) {
      const known = counts.get(row.channel_id);
      counts.set(row.channel_id, known ? addUp(known, row) : row);
    }
  }
  return counts;
}

function addUp(a: health.HealthCounts, b: health.HealthCounts): health.HealthCounts {
  return countsBy((column) => a[column] + b[column]);
}

function countsBy(read: (column: HealthColumn) => number): health.HealthCounts {
  return Object.fromEntries(healthColumns.map((column) => [column, read(column)])) as health.HealthCounts;
}

const NO_COUNTS = countsBy(() => 0);

/** Returns the strip of a channel: its calls by hour. */
async function listStrips(ctx: Context, ids: readonly number[], now: number) {
  const end = Math.floor(now / HOUR) * HOUR + HOUR;
  const from = end - STRIP_HOURS * HOUR;
  const rows = await health.listHours(ctx.logReader, ids, from, end);
  const hours = new Map(rows.map((row) => [`${row.channel_id} ${row.created_at}`, row]));
  return (id: number): HealthHour[] =>
    Array.from({ length: STRIP_HOURS }, (_, index) => {
      const created_at = from + index * HOUR;
      const row = hours.get(`${id} ${created_at}`);
      return { created_at, calls: row?.calls ?? 0, failures: row ? failuresOf(row) : 0 };
    });
}

async function findLastErrors(ctx: Context, ids: readonly number[], range: { from: number; end: number }) {
  const rows = await health.listLastErrors(ctx.logReader, ids, range);
  return new Map(
    rows.map(({ channel_id, status, error_class, started_at }) => [
      channel_id,
      { at: Math.floor(Number(started_at) / 1000), status, code: error_class },
    ]),
  );
}

export function describeCounts(
  counts: health.HealthCounts,
): Omit<ChannelHealth, 'id' | 'name' | 'status' | 'last_error' | 'strip'> {
  const { calls, request, output_tokens, output_ms } = counts;
  const failures = failuresOf(counts);
  const judged = calls - request;
  const errors = channelErrorClasses.map((name) => [name, counts[name]]);
  return {
    calls,
    failures,
    success_rate: judged > 0 ? Math.max(0, judged - failures) / judged : null,
    duration_ms: percentilesOf(durationColumns.map((column) => counts[column])),
    first_token_ms: percentilesOf(firstTokenColumns.map((column) => counts[column])),
    tokens_per_second: output_ms > 0 ? (output_tokens * 1000) / output_ms : null,
    errors: Object.fromEntries(errors) as ChannelHealth['errors'],
  };
}

/** What a caller sends is not the fault of the channel. */
export function failuresOf(counts: Pick<health.HealthCounts, (typeof channelErrorClasses)[number]>): number {
  return channelErrorClasses.reduce((sum, name) => (name === 'request' ? sum : sum + counts[name]), 0);
}
