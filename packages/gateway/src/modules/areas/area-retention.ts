import { type Context, transact } from '../../core/context.ts';
import { nowSeconds } from '../shared/caller.ts';
import { historyOf } from './area-catalog.ts';
import * as builds from './repository/area-builds.ts';
import * as channels from './repository/area-channels.ts';
import * as counts from './repository/area-counts.ts';

const RETENTION_SECONDS = 30 * 86_400;
const MIN_BUILDS = 10;

/**
 * Deletes what is no longer used: builds older than 30 days that are not among the ten newest of their area
 * and that no rollout or pin names; expired pins; counters of builds after 30 days.
 */
export async function sweepAreas(ctx: Context): Promise<number> {
  const before = nowSeconds(ctx) - RETENTION_SECONDS;
  await transact(ctx, async (tx) => {
    await channels.removeExpiredPins(tx.db, nowSeconds(tx));
    await counts.removeBefore(tx.db, before);
  });
  const byArea = Map.groupBy(await builds.listAges(ctx.db), (build) => build.area_id);
  const old = [...byArea.values()].flatMap((ofArea) =>
    ofArea.slice(MIN_BUILDS).filter((build) => build.published_at < before),
  );
  for (const build of old) await transact(ctx, (tx) => removeUnlessNamed(tx, build));
  return old.length;
}

async function removeUnlessNamed(tx: Context, { area_id, build_id }: builds.BuildKey): Promise<void> {
  const row = await channels.lock(tx.db, area_id);
  const pins = await channels.listPins(tx.db, nowSeconds(tx));
  const isPinned = pins.some((pin) => pin.area_id === area_id && pin.build_id === build_id);
  const named = [row.stable_build, row.canary_build, ...historyOf(row)];
  if (!isPinned && !named.includes(build_id)) await builds.remove(tx.db, { area_id, build_id });
}
