import { type AreaManifest, hostApi } from '@tollgate/contract';
import { type HostFacts, whyUnfit } from '@tollgate/federation';
import { bundledBuilds } from '../console/bundled-builds.ts';
import { hostFacts } from '../console/console-state.ts';
import type { Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import * as builds from '../repositories/area-builds.ts';
import { readCatalog, readManifest } from './area-catalog.ts';

/** What areas meet here; before the console was built, what it will have. */
export function hostHere(ctx: Context): HostFacts {
  const facts = hostFacts(bundledBuilds(ctx));
  return { ...facts, api: facts.api || hostApi };
}

/** @throws {AppError} `area_build_unknown`, `area_build_off`, `area_build_unfit` */
export async function requireUsable(tx: Context, areaId: string, buildId: string): Promise<void> {
  const manifest = await findManifest(tx, areaId, buildId);
  if (!manifest) throw new AppError('area_build_unknown', { build: buildId });
  const { rollouts } = await readCatalog(tx);
  if (rollouts.get(areaId)?.revoked.includes(buildId))
    throw new AppError('area_build_off', { build: buildId });
  const reason = whyUnfit(manifest, hostHere(tx));
  if (reason)
    throw new AppError('area_build_unfit', { build: buildId, reason: `${reason.code} ${reason.detail}` });
}

async function findManifest(tx: Context, areaId: string, buildId: string): Promise<AreaManifest | undefined> {
  const bundled = bundledBuilds(tx).areas.find((build) => build.id === areaId && build.buildId === buildId);
  if (bundled) return bundled;
  const [text] = await builds.listManifests(tx.db, [{ area_id: areaId, build_id: buildId }]);
  return text === undefined ? undefined : readManifest(text);
}
