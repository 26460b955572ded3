import { type AreaManifest, hostApi, satisfiesHostApi } from '@tollgate/contract';
import { bundledBuilds } from '../console/bundled-builds.ts';
import type { Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import * as builds from '../repositories/area-builds.ts';
import { readCatalog, readManifest } from './area-catalog.ts';

/** Version of the host API that areas meet here. */
export function hostApiHere(ctx: Context): string {
  return bundledBuilds(ctx).shell?.manifest.hostApi ?? hostApi;
}

/** @throws {AppError} `area_build_unknown`, `area_build_off`, `area_build_unfit` */
export async function requireUsable(tx: Context, areaId: string, buildId: string): Promise<void> {
  const manifest = await findManifest(tx, areaId, buildId);
  if (!manifest) throw new AppError('area_build_unknown', { build: buildId });
  const { rollouts } = await readCatalog(tx);
  if (rollouts.get(areaId)?.revoked.includes(buildId))
    throw new AppError('area_build_off', { build: buildId });
  const { hostApi: wants } = manifest.compat;
  const has = hostApiHere(tx);
  if (!satisfiesHostApi(wants, has)) throw new AppError('area_build_unfit', { build: buildId, wants, has });
}

async function findManifest(tx: Context, areaId: string, buildId: string): Promise<AreaManifest | undefined> {
  const bundled = bundledBuilds(tx).areas.find((build) => build.id === areaId && build.buildId === buildId);
  if (bundled) return bundled;
  const [text] = await builds.listManifests(tx.db, [{ area_id: areaId, build_id: buildId }]);
  return text === undefined ? undefined : readManifest(text);
}
