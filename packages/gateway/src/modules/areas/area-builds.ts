import { type AreaManifest, hostApi } from '@tollgate/contract';
import { findIncompatibility, type HostFacts } from '@tollgate/federation';
import { bundledBuilds } from '../../console/bundled-builds.ts';
import { hostFacts } from '../../console/console-state.ts';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { readCatalog, readManifest } from './area-catalog.ts';
import * as builds from './repository/area-builds.ts';
import * as publishers from './repository/publishers.ts';

/** Returns what this host offers to areas; before the console is built, what it will offer. */
export function getHostFacts(ctx: Context): HostFacts {
  const facts = hostFacts(bundledBuilds(ctx));
  return { ...facts, api: facts.api || hostApi };
}

/** @throws {AppError} `area_build_unknown`, `area_build_off`, `area_build_unfit`, `area_build_untrusted` */
export async function requireUsable(tx: Context, areaId: string, buildId: string): Promise<void> {
  const manifest = await findManifest(tx, areaId, buildId);
  if (!manifest) throw new AppError('area_build_unknown', { build: buildId });
  const { rollouts } = await readCatalog(tx);
  if (rollouts.get(areaId)?.revoked.includes(buildId))
    throw new AppError('area_build_off', { build: buildId });
  const reason = findIncompatibility(manifest, getHostFacts(tx));
  if (reason)
    throw new AppError('area_build_unfit', { build: buildId, reason: `${reason.code} ${reason.detail}` });
  await requireTrusted(tx, areaId, buildId);
}

/**
 * Refuses a build whose publish key was revoked. Users who have the build keep it, but no new decision
 * releases it.
 *
 * @throws {AppError} `area_build_untrusted`
 */
export async function requireTrusted(tx: Context, areaId: string, buildId: string): Promise<void> {
  const key = await findRevokedKey(tx, areaId, buildId);
  if (key !== undefined) throw new AppError('area_build_untrusted', { build: buildId, key });
}

/** Returns the name of the revoked key that signed a build. Undefined for trusted and bundled builds. */
export async function findRevokedKey(
  tx: Context,
  areaId: string,
  buildId: string,
): Promise<string | undefined> {
  if (findBundled(tx, areaId, buildId)) return undefined;
  return await publishers.findRevokedKeyOf(tx.db, { area_id: areaId, build_id: buildId });
}

async function findManifest(tx: Context, areaId: string, buildId: string): Promise<AreaManifest | undefined> {
  const bundled = findBundled(tx, areaId, buildId);
  if (bundled) return bundled;
  const [text] = await builds.listManifests(tx.db, [{ area_id: areaId, build_id: buildId }]);
  return text === undefined ? undefined : readManifest(text);
}

function findBundled(tx: Context, areaId: string, buildId: string): AreaManifest | undefined {
  return bundledBuilds(tx).areas.find((build) => build.id === areaId && build.buildId === buildId);
}
