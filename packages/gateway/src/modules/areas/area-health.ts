import { type HealthVerdict, judgeCanary, summarizeHealth, summarizeReach } from '@tollgate/federation';
import type { Context } from '../../core/context.ts';
import { nowSeconds } from '../shared/caller.ts';
import { registryFor } from './area-catalog.ts';
import type { ChannelRow } from './repository/area-channels.ts';
import * as counts from './repository/area-counts.ts';

/** Seconds that counters are kept together. */
export const WINDOW_SECONDS = 300;
const HOUR_SECONDS = 3600;
const DAY_HOURS = 24;
const DAY_SECONDS = DAY_HOURS * HOUR_SECONDS;

export type CountersOf = (areaId: string, buildId: string) => Record<string, number>;

/** Returns the counters of all builds in the windows from `since` on. */
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

/** Returns the counters of the last 24 hours. */
export function readLastDay(ctx: Context): Promise<CountersOf> {
  return readCounters(ctx, windowOf(nowSeconds(ctx) - DAY_SECONDS));
}

/** Returns a function that returns the failures and crashes of an area in each of the last 24 hours, the oldest first. */
export async function readTroubleCurves(ctx: Context): Promise<(areaId: string) => number[]> {
  const thisHour = Math.floor(nowSeconds(ctx) / HOUR_SECONDS);
  const first = thisHour - DAY_HOURS + 1;
  const rows = await counts.listTroubleSince(ctx.db, first * HOUR_SECONDS);
  const byArea = Map.groupBy(rows, ({ area_id }) => area_id);
  return (areaId) => {
    const curve = Array.from({ length: DAY_HOURS }, () => 0);
    for (const { window_at, count } of byArea.get(areaId) ?? []) {
      const hour = Math.floor(window_at / HOUR_SECONDS) - first;
      curve[hour] = (curve[hour] ?? 0) + count;
    }
    return curve;
  };
}

/** Compares the canary of an area with the stable build, since it began but at most since `since`. */
export async function judgeHealth(
  ctx: Context,
  row: ChannelRow,
  since = nowSeconds(ctx) - DAY_SECONDS,
): Promise<HealthVerdict> {
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

/** Returns the start of the window that contains a second. */
export function windowOf(seconds: number): number {
  return seconds - (seconds % WINDOW_SECONDS);
}
