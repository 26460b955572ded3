import { judgeCanary, summarizeHealth, summarizeReach, type Verdict } from '@tollgate/federation';
import type { Context } from '../core/context.ts';
import type { ChannelRow } from '../repositories/area-channels.ts';
import * as counts from '../repositories/area-counts.ts';
import { registryFor } from './area-catalog.ts';
import { nowSeconds } from './caller.ts';

/** Seconds that counters are kept together. */
export const WINDOW_SECONDS = 300;
const DAY_SECONDS = 86_400;

export type CountersOf = (areaId: string, buildId: string) => Record<string, number>;

/** The counters of all builds in the windows from `since` on. */
export async function readCounters(ctx: Context, since: number): Promise<CountersOf> {
  const found = new Map<string, Record<string, number>>();
  for (const { area_id, build_id, counter, count } of await counts.sumSince(ctx.db, since)) {
    const key = `${area_id} ${build_id}`;
    const counters = found.get(key) ?? {};
    counters[counter] = count;
    found.set(key, counters);
  }
  return (areaId, buildId) => found.get(`${areaId} ${buildId}`) ?? {};
}

/** The last 24 hours. */
export function readLastDay(ctx: Context): Promise<CountersOf> {
  return readCounters(ctx, windowOf(nowSeconds(ctx) - DAY_SECONDS));
}

/** How the canary of an area does since it began, at most since `since`, beside the build that everybody else gets. */
export async function verdictOf(
  ctx: Context,
  row: ChannelRow,
  since = nowSeconds(ctx) - DAY_SECONDS,
): Promise<Verdict> {
  const countersOf = await readCounters(ctx, windowOf(Math.max(since, row.canary_since)));
  const areas = (await registryFor(ctx)).areas;
  const stable = areas.find(({ id }) => id === row.area_id)?.active?.buildId ?? '';
  const canary = countersOf(row.area_id, row.canary_build);
  const others = countersOf(row.area_id, stable);
  return judgeCanary(summarizeHealth(canary), summarizeHealth(others), {
    canary: summarizeReach(canary),
    stable: summarizeReach(others),
  });
}

/** Start of the window that a second belongs to. */
export function windowOf(seconds: number): number {
  return seconds - (seconds % WINDOW_SECONDS);
}
