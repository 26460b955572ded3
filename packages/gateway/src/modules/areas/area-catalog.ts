import {
  type AreaManifest,
  areaManifest,
  type RegistrySnapshot,
  type RetiredAddress,
} from '@tollgate/contract';
import { type Audience, type Rollout, type Viewer, visitor } from '@tollgate/federation';
import { bundledBuilds } from '../../console/bundled-builds.ts';
import { readRegistry } from '../../console/console-state.ts';
import type { Context } from '../../core/context.ts';
import { nowSeconds } from '../shared/caller.ts';
import { readAudience, readCohorts } from './area-audience.ts';
import { readRights } from './area-right-names.ts';
import * as audiences from './repository/area-audiences.ts';
import * as builds from './repository/area-builds.ts';
import * as channels from './repository/area-channels.ts';
import * as members from './repository/area-members.ts';
import * as retirements from './repository/area-retirements.ts';
import * as publishers from './repository/publishers.ts';

/** All decisions about areas, and the builds from the database that they name. */
export interface AreaCatalog {
  readonly rollouts: ReadonlyMap<string, Rollout>;
  readonly pins: Awaited<ReturnType<typeof channels.listPins>>;
  readonly published: readonly AreaManifest[];
  /** Published builds that all users got at some time, by `nameOf`. */
  readonly released: ReadonlySet<string>;
  /** The audiences of builds in canaries and pins, by `nameOf`. */
  readonly audiences: ReadonlyMap<string, readonly Audience[]>;
  readonly retired: readonly RetiredAddress[];
  /** The areas that users without an administrator's role may watch, by their ids. */
  readonly watched: ReadonlyMap<number, readonly string[]>;
}

/** The key of a build in the catalog. */
export function nameOf({ area_id, build_id }: builds.BuildKey): string {
  return `${area_id} ${build_id}`;
}

/** Returns the current catalog: reads it once, and again when the revision `areas` changes. */
export function readCatalog(ctx: Context): Promise<AreaCatalog> {
  const { revisions } = ctx;
  let memo = memos.get(revisions);
  if (!memo) {
    const fresh: Memo = {};
    memo = fresh;
    memos.set(revisions, fresh);
    revisions.on('areas', () => {
      delete fresh.catalog;
    });
  }
  const current = memo;
  current.catalog ??= load(ctx).catch((error: unknown) => {
    delete current.catalog;
    throw error;
  });
  return current.catalog;
}

/** Returns which build of each area a viewer gets. */
export async function registryFor(
  ctx: Context,
  who: Pick<Viewer, 'userId' | 'role'> = visitor,
): Promise<RegistrySnapshot> {
  const catalog = await readCatalog(ctx);
  const { published, rollouts, retired } = catalog;
  const viewer = { ...who, pins: pinsOf(catalog, who.userId) };
  return readRegistry(bundledBuilds(ctx), { published, rollouts, retired, viewer, nowMs: ctx.now() })
    .registry;
}

/** The reason of a pin that a user chose. Root has to give a longer one. */
export const PREVIEW = '';

export function pinsOf({ pins }: AreaCatalog, userId: number): Viewer['pins'] {
  const own = pins.filter((pin) => pin.user_id === userId);
  return Object.fromEntries(
    own.map(({ area_id, build_id, expires_at, reason }) => [
      area_id,
      { buildId: build_id, untilMs: expires_at * 1000, isPreview: reason === PREVIEW },
    ]),
  );
}

/** Whether files of a build must not be served any more. */
export function isSwitchedOff({ rollouts }: AreaCatalog, areaId: string, buildId: string): boolean {
  const rollout = rollouts.get(areaId);
  return rollout !== undefined && (rollout.killed !== null || rollout.revoked.includes(buildId));
}

/** Earlier stable builds of a row, latest first; the empty text means the bundled build. */
export function historyOf({ history }: Pick<channels.ChannelRow, 'history'>): string[] {
  return history === '' ? [] : history.split(',').map((buildId) => (buildId === '-' ? '' : buildId));
}

/** Undefined for a manifest whose shape this version does not support: its build counts as deleted. */
export function readManifest(text: string): AreaManifest | undefined {
  return areaManifest.safeParse(JSON.parse(text)).data;
}

interface Memo {
  catalog?: Promise<AreaCatalog>;
}
const memos = new WeakMap<Context['revisions'], Memo>();

async function load(ctx: Context): Promise<AreaCatalog> {
  const rows = await channels.list(ctx.db);
  const revocations = await channels.listRevocations(ctx.db);
  const pins = await channels.listPins(ctx.db, nowSeconds(ctx));
  const untrusted = await publishers.listUntrustedBuilds(ctx.db);
  const retired = await retirements.list(ctx.db);
  const areaIds = new Set([...rows, ...revocations].map((row) => row.area_id));
  const rollouts = new Map(
    [...areaIds].map((areaId) => {
      const row = rows.find((channel) => channel.area_id === areaId);
      const off = revocations.filter((revocation) => revocation.area_id === areaId);
      const distrusted = untrusted.filter(({ area_id }) => area_id === areaId);
      // The history of a retired area is for a rollback alone, not for fallbacks.
      const isRetired = retired.some(({ area_id }) => area_id === areaId);
      const rollout = { ...rolloutOf(row, off), ...(isRetired && { history: [] }) };
      return [areaId, { ...rollout, untrusted: distrusted.map(({ build_id }) => build_id) }];
    }),
  );
  const named = [...rows.flatMap(namedBuilds), ...pins].map(({ area_id, build_id }) => ({
    area_id,
    build_id,
  }));
  const texts = await builds.listManifests(ctx.db, named);
  const published = texts.flatMap((text) => readManifest(text) ?? []);
  const given = Map.groupBy(await audiences.list(ctx.db), nameOf);
  return {
    rollouts,
    pins,
    published,
    released: new Set((await builds.listReleased(ctx.db)).map(nameOf)),
    retired: retired.flatMap(({ addresses }) => addresses),
    watched: await listWatched(ctx),
    audiences: new Map([...given].map(([name, ofBuild]) => [name, ofBuild.map(readAudience)])),
  };
}

async function listWatched(ctx: Context): Promise<AreaCatalog['watched']> {
  const watching = (await members.list(ctx.db)).filter(({ rights }) => readRights(rights).includes('watch'));
  const byUser = Map.groupBy(watching, ({ user_id }) => user_id);
  return new Map([...byUser].map(([id, rows]) => [id, rows.map(({ area_id }) => area_id)]));
}

function rolloutOf(
  row: channels.ChannelRow | undefined,
  off: readonly { build_id: string; reason: string }[],
): Omit<Rollout, 'untrusted'> {
  const canary = row &&
    row.canary_build !== '' && {
      buildId: row.canary_build,
      percent: row.canary_percent,
      salt: row.canary_salt,
      ...readCohorts(row.canary_cohorts),
      isFrozen: row.canary_frozen !== '',
    };
  return {
    stable: row?.stable_build || null,
    history: row ? historyOf(row).filter(Boolean) : [],
    canary: canary || null,
    killed: off.find(({ build_id }) => build_id === '')?.reason ?? null,
    revoked: off.map(({ build_id }) => build_id).filter(Boolean),
  };
}

function namedBuilds(row: channels.ChannelRow): builds.BuildKey[] {
  const ids = [row.stable_build, row.canary_build, ...historyOf(row)].filter(Boolean);
  return ids.map((build_id) => ({ area_id: row.area_id, build_id }));
}
