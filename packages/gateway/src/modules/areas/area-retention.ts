import { type Context, transact } from '../../core/context.ts';
import { nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import { historyOf } from './area-catalog.ts';
import * as approvals from './repository/area-approvals.ts';
import * as builds from './repository/area-builds.ts';
import * as channels from './repository/area-channels.ts';
import * as identities from './repository/area-ci.ts';
import * as counts from './repository/area-counts.ts';
import * as faults from './repository/area-faults.ts';
import * as members from './repository/area-members.ts';
import * as retirements from './repository/area-retirements.ts';
import * as publishers from './repository/publishers.ts';

/** How long builds stay that are no longer used. */
export const RETENTION_SECONDS = 30 * 86_400;
const MIN_BUILDS = 10;

/**
 * Deletes what is no longer used: builds older than 30 days that are not among the ten newest of their area
 * and that no rollout or pin names; all of an area that was retired 30 days ago; expired pins; counters of builds
 * after 30 days, and what jobs of build servers had.
 */
export async function sweepAreas(ctx: Context): Promise<number> {
  const before = nowSeconds(ctx) - RETENTION_SECONDS;
  await transact(ctx, async (tx) => {
    await channels.removeExpiredPins(tx.db, nowSeconds(tx));
    await counts.removeBefore(tx.db, before);
    await faults.removeBefore(tx.db, before);
    await identities.forget(tx.db, before);
  });
  const byArea = Map.groupBy(await builds.listAges(ctx.db), (build) => build.area_id);
  const old = [...byArea.values()].flatMap((ofArea) =>
    ofArea.slice(MIN_BUILDS).filter((build) => build.published_at < before),
  );
  for (const build of old) await transact(ctx, (tx) => removeUnlessNamed(tx, build));
  for (const { area_id, at } of await retirements.list(ctx.db))
    if (at < before) await change(ctx, ['areas'], (tx) => removeArea(tx, area_id, before));
  return old.length;
}

/** Deletes what a retired area had, except builds that came later: its team may be about to bring it back. */
async function removeArea(tx: Context, areaId: string, before: number): Promise<void> {
  await channels.lock(tx.db, areaId);
  const retirement = (await retirements.list(tx.db)).find(({ area_id }) => area_id === areaId);
  if (!retirement || retirement.at >= before) return;
  const own = (await builds.listAges(tx.db)).filter(({ area_id }) => area_id === areaId);
  const old = own.filter(({ published_at }) => published_at < before);
  for (const build of old) await builds.remove(tx.db, build);
  if (old.length < own.length) return;
  await channels.remove(tx.db, areaId);
  await members.removeAll(tx.db, areaId);
  await approvals.needNone(tx.db, areaId);
  for (const { id } of await identities.listOfArea(tx.db, areaId))
    await identities.remove(tx.db, id, nowSeconds(tx));
  await publishers.revokeTokensOf(tx.db, areaId, nowSeconds(tx));
}

async function removeUnlessNamed(tx: Context, { area_id, build_id }: builds.BuildKey): Promise<void> {
  const row = await channels.lock(tx.db, area_id);
  const pins = await channels.listPins(tx.db, nowSeconds(tx));
  const isPinned = pins.some((pin) => pin.area_id === area_id && pin.build_id === build_id);
  const named = [row.stable_build, row.canary_build, ...historyOf(row)];
  if (!isPinned && !named.includes(build_id)) await builds.remove(tx.db, { area_id, build_id });
}
