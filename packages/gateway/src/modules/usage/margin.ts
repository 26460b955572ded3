import type { listMargin, MarginRow, Parsed } from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import * as channels from '../channels/repository/channels.ts';
import * as sums from './repository/margin-sums.ts';
import { toRange } from './usage-data.ts';

/** Returns what came in and what went out, days in order and everything else by revenue. */
export async function list(ctx: Context, { by, ...input }: Parsed<typeof listMargin>): Promise<MarginRow[]> {
  const range = toRange(ctx, input);
  const known = await sums.listKnown(ctx.logReader, by, range);
  const revenues = await sums.listRevenue(ctx.logReader, by, range);
  const names = [...new Set([...known.keys(), ...revenues.keys()])];
  const labels =
    by === 'channel' ? await channels.listNames(ctx.reader, names.map(Number)) : new Map<number, string>();
  const rows = names.map((name) => {
    const { calls = 0, quota = 0, cost = null } = known.get(name) ?? {};
    // Calls while the log is off have a cost, but none of the sums of the log.
    const revenue = Math.max(revenues.get(name) ?? 0, quota);
    return { name, label: labels.get(Number(name)) ?? '', revenue, calls, known_revenue: quota, cost };
  });
  if (by === 'day') return rows.sort((one, other) => Number(one.name) - Number(other.name));
  return rows.sort((one, other) => other.revenue - one.revenue || (one.name < other.name ? -1 : 1));
}
