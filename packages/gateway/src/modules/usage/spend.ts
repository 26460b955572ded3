import type { listOwnSpend, listSpend, Parsed, SpendPart } from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import * as channels from '../channels/repository/channels.ts';
import { callerOf } from '../shared/caller.ts';
import * as tokens from '../tokens/repository/tokens.ts';
import * as sums from './repository/spend-sums.ts';
import type { TimeRange } from './repository/usage-sums.ts';
import { toOwnRange, toRange } from './usage-data.ts';

/** What calls cost over time, by what the stored sums know of them. */
export async function list(ctx: Context, { by, ...input }: Parsed<typeof listSpend>): Promise<SpendPart[]> {
  const range = toRange(ctx, input);
  if (by === 'token') {
    const rows = await sums.listTokens(ctx.logReader, wholeDays(range), MAX_NAMES);
    return withLabels(rows, await tokens.listNames(ctx.reader, { ids: idsOf(rows) }));
  }
  const rows = await sums.listNames(ctx.logReader, by, range, MAX_NAMES);
  return withLabels(rows, by === 'channel' ? await channels.listNames(ctx.reader, idsOf(rows)) : new Map());
}

/** @throws {AppError} `time_range_too_long` */
export async function listOwn(ctx: CallContext, input: Parsed<typeof listOwnSpend>): Promise<SpendPart[]> {
  const range = wholeDays(toOwnRange(ctx, input));
  const names = await tokens.listNames(ctx.reader, { userId: callerOf(ctx).id });
  return withLabels(
    await sums.listTokens(ctx.logReader, { ...range, ids: [...names.keys()] }, MAX_NAMES),
    names,
  );
}

/** Days are stored by their start, and the one in which the range begins counts. */
function wholeDays({ from, to }: TimeRange): TimeRange {
  return { from: Math.max(0, from - (from % DAY)), to };
}

function idsOf(rows: readonly { name: string }[]): number[] {
  return [...new Set(rows.map(({ name }) => Number(name)))];
}

function withLabels(rows: readonly Omit<SpendPart, 'label'>[], labels: ReadonlyMap<number, string>) {
  return rows.map((row) => ({ ...row, label: labels.get(Number(row.name)) ?? '' }));
}

const DAY = 86_400;
const MAX_NAMES = 12;
