import type { Output, Parsed, RetiredAddress, retireArea } from '@tollgate/contract';
import { findAreaRoute, findLooseEnds, findRetired } from '@tollgate/federation';
import { bundledBuilds } from '../../console/bundled-builds.ts';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { nowSeconds } from '../shared/caller.ts';
import { historyOf, readManifest, registryFor } from './area-catalog.ts';
import { changeChannel, historyColumn, noCanary } from './area-rollout.ts';
import * as builds from './repository/area-builds.ts';
import * as channels from './repository/area-channels.ts';
import * as retirements from './repository/area-retirements.ts';

/**
 * Takes an area out of the console. Its stable build becomes the first of its history, so a rollback ends the
 * retirement.
 *
 * @throws {AppError} `area_bundled`, `area_unknown`, `area_redirect_unknown`, `area_redirect_nowhere`
 */
export async function retire(
  ctx: CallContext,
  input: Parsed<typeof retireArea>,
): Promise<Output<typeof retireArea>> {
  const { id, reason } = input;
  if (bundledBuilds(ctx).areas.some((build) => build.id === id))
    throw new AppError('area_bundled', { area: id });
  const missed = await listMissed(ctx, id);
  let addresses: RetiredAddress[] = [];
  await changeChannel(ctx, { action: 'area.retire', areaId: id, reason }, async (tx, row) => {
    const earlier = (await retirements.list(tx.db)).filter(({ area_id }) => area_id !== id);
    addresses = redirect(await listPaths(tx, row), input);
    await requireTargets(tx, id, [...addresses, ...earlier.flatMap((one) => one.addresses)]);
    await retirements.put(tx.db, { area_id: id, addresses, reason, at: nowSeconds(tx) });
    await channels.unpinAll(tx.db, id);
    const stable = row.stable_build === '' ? [] : [row.stable_build];
    return { stable_build: '', ...historyColumn([...stable, ...historyOf(row)]), ...noCanary };
  });
  return { addresses, missed };
}

/**
 * The routes of the build that users had last; those of an earlier retirement when its builds are gone. After a rollback
 * of the only stable build, those of the newest one.
 */
async function listPaths(tx: Context, row: channels.ChannelRow): Promise<string[]> {
  const { area_id } = row;
  const [build_id = ''] = [row.stable_build, row.canary_build, ...historyOf(row)].filter(Boolean);
  const routes = await routesOf(tx, area_id, build_id);
  if (routes) return routes;
  const before = (await retirements.list(tx.db)).find((one) => one.area_id === area_id);
  if (before) return before.addresses.map(({ path }) => path);
  const newest = (await builds.listAges(tx.db)).find((build) => build.area_id === area_id);
  if (!newest) throw new AppError('area_unknown', { area: area_id });
  return (await routesOf(tx, area_id, newest.build_id)) ?? [];
}

async function routesOf(tx: Context, area_id: string, build_id: string): Promise<string[] | undefined> {
  const [text] = await builds.listManifests(tx.db, [{ area_id, build_id }]);
  const manifest = text === undefined ? undefined : readManifest(text);
  return manifest?.contributes.routes.map(({ path }) => path);
}

function redirect(
  paths: readonly string[],
  { id, to, redirects }: Parsed<typeof retireArea>,
): RetiredAddress[] {
  const unknown = Object.keys(redirects).find((path) => !paths.includes(path));
  if (unknown !== undefined) throw new AppError('area_redirect_unknown', { area: id, path: unknown });
  return paths.map((path) => ({ path, to: redirects[path] ?? to }));
}

/** A redirect that ends at no page would be worse than none. */
async function requireTargets(tx: Context, id: string, addresses: readonly RetiredAddress[]): Promise<void> {
  const areas = (await registryFor(tx)).areas.filter((area) => area.id !== id);
  const shellPages = bundledBuilds(tx).shell?.manifest.pages;
  const isPage = (path: string) =>
    path === '/' || !shellPages || Object.hasOwn(shellPages, path) || !!findAreaRoute(areas, path);
  for (const { to } of addresses) {
    const end = to === '' ? '' : (findRetired(addresses, to) ?? to);
    if (to !== '' && (end === '' || !isPage(end))) throw new AppError('area_redirect_nowhere', { path: to });
  }
}

/** What other areas have from this one and will miss. */
async function listMissed(ctx: Context, id: string): Promise<string[]> {
  const { areas } = await registryFor(ctx);
  const others = areas.filter((area) => area.id !== id);
  return others.flatMap((area) => {
    const had = new Set(findLooseEnds(area, areas));
    const lost = findLooseEnds(area, others).filter((end) => !had.has(end));
    return lost.map((end) => `${end}: area ${area.id} needs it`);
  });
}
