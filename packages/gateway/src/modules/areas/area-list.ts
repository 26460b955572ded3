import type {
  AreaManifest,
  ListedPublishKey,
  listAreaNames,
  listAreas,
  Output,
  Parsed,
  ResolvedArea,
  resolveAreas,
} from '@tollgate/contract';
import { findIncompatibility, findLooseEnds, summarizeHealth } from '@tollgate/federation';
import { bundledBuilds } from '../../console/bundled-builds.ts';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import * as users from '../identity/repository/users.ts';
import { nowSeconds } from '../shared/caller.ts';
import { readCohorts } from './area-audience.ts';
import { getHostFacts } from './area-builds.ts';
import { historyOf, readManifest, registryFor } from './area-catalog.ts';
import { type CountersOf, judgeHealth, readLastDay, readTroubleCurves } from './area-health.ts';
import { nextStepAt, planOf } from './area-plan.ts';
import { RETENTION_SECONDS } from './area-retention.ts';
import { describeKey } from './publishers.ts';
import * as approvals from './repository/area-approvals.ts';
import * as builds from './repository/area-builds.ts';
import * as channels from './repository/area-channels.ts';
import * as faults from './repository/area-faults.ts';
import * as retirements from './repository/area-retirements.ts';
import * as publishers from './repository/publishers.ts';

type ListedArea = Output<typeof listAreas>[number];

/** Lists every area, also those that only have a published build. */
export async function list(ctx: CallContext): Promise<ListedArea[]> {
  const rows = await channels.list(ctx.db);
  const off = await channels.listRevocations(ctx.db);
  const pins = await channels.listPins(ctx.db, nowSeconds(ctx));
  const retired = await retirements.list(ctx.db);
  const needed = await approvals.list(ctx.db);
  const allBuilds = [...(await published(ctx)), ...bundled(ctx)];
  const keys = new Map((await publishers.listAllKeys(ctx.db)).map((key) => [key.id, describeKey(key)]));
  const notes = new Map(
    (await faults.listNotes(ctx.db)).map(({ area_id, build_id, note }) => [`${area_id} ${build_id}`, note]),
  );
  const countersOf = await readLastDay(ctx);
  const troubleOf = await readTroubleCurves(ctx);
  const resolved = (await registryFor(ctx)).areas;
  const ids = [...new Set([...allBuilds, ...rows.map((row) => ({ id: row.area_id }))].map(({ id }) => id))]
    .filter((id) => ctx.caller?.areas?.includes(id) ?? true)
    .sort();
  return await Promise.all(
    ids.map(async (id) => {
      const row = rows.find((channel) => channel.area_id === id);
      const reasons = new Map(
        off.filter(({ area_id }) => area_id === id).map(({ build_id, reason }) => [build_id, reason]),
      );
      const own = allBuilds.filter((build) => build.id === id);
      const isTrusted = (buildId: string) =>
        own.every(
          ({ manifest, key_id }) => manifest.buildId !== buildId || keys.get(key_id)?.state !== 'revoked',
        );
      return {
        id,
        ...describeWhole(id, own, resolved),
        stable: row?.stable_build ?? '',
        history: row ? historyOf(row) : [],
        canary: row && row.canary_build !== '' ? await describeCanary(ctx, row, isTrusted) : null,
        approval: describeApproval(needed.find(({ area_id }) => area_id === id)),
        killed: reasons.get('') ?? '',
        retired: describeRetirement(retired.find(({ area_id }) => area_id === id)),
        pins: pins.filter(({ area_id }) => area_id === id),
        builds: own.map(describeBuild(ctx, { reasons, countersOf, keys, notes })),
        trouble: troubleOf(id),
      };
    }),
  );
}

/** What areas may use of each other, whichever areas the caller has rights for. */
export async function listNames(ctx: CallContext): Promise<Output<typeof listAreaNames>> {
  const { areas } = await registryFor(ctx);
  return areas.map(({ id, contributes: { links = {}, provides = [], events } }) => ({
    id,
    links,
    provides,
    emits: events?.emits ?? [],
  }));
}

/** @throws {AppError} `user_not_found` */
export async function resolve(
  ctx: CallContext,
  { user_id }: Parsed<typeof resolveAreas>,
): Promise<Output<typeof resolveAreas>> {
  const user = user_id === undefined ? undefined : await users.find(ctx.db, user_id);
  if (user_id !== undefined && !user) throw new AppError('user_not_found');
  const { areas } = await registryFor(ctx, user && { userId: user.id, role: user.role });
  return areas.map((area) => ({ id: area.id, ...describeChoice(area) }));
}

function describeApproval(row: approvals.ApprovalRow | undefined): ListedArea['approval'] {
  if (!row?.build_id) return { needed: row !== undefined, request: null };
  const { build_id, requested_by: user_id, requested_name: username, requested_at } = row;
  return { needed: true, request: { build_id, user_id, username, requested_at } };
}

function describeRetirement(row: retirements.RetirementRow | undefined): ListedArea['retired'] {
  return row ? { reason: row.reason, addresses: row.addresses, ends_at: row.at + RETENTION_SECONDS } : null;
}

/** Describes an area by its newest build and by what visitors get of it. */
function describeWhole(
  id: string,
  builds: readonly BuildRow[],
  areas: readonly ResolvedArea[],
): Pick<ListedArea, 'owners' | 'everybody' | 'loose_ends'> {
  const [newest] = builds.map(({ manifest }) => manifest).sort((a, b) => b.builtAt.localeCompare(a.builtAt));
  const area = areas.find((one) => one.id === id);
  const shown = builds.find(({ manifest }) => manifest.buildId === area?.active?.buildId)?.manifest;
  return {
    owners: newest?.owners ?? { team: '', contact: '' },
    everybody: area ? describeChoice(area) : { state: 'unreleased', build_id: '', why: 'newest', reason: '' },
    loose_ends: shown ? findLooseEnds(shown, areas) : [],
  };
}

function describeChoice({ state, active, why, reason }: ResolvedArea): ListedArea['everybody'] {
  const detail = reason ? `${reason.code}: ${reason.detail}` : '';
  return { state, build_id: active?.buildId ?? '', why, reason: detail };
}

async function describeCanary(
  ctx: Context,
  row: channels.ChannelRow,
  isTrusted: (buildId: string) => boolean,
): Promise<NonNullable<ListedArea['canary']>> {
  const { verdict } = await judgeHealth(ctx, row);
  const plan = planOf(row);
  return {
    build_id: row.canary_build,
    percent: row.canary_percent,
    ...readCohorts(row.canary_cohorts),
    frozen: row.canary_frozen,
    verdict: row.canary_frozen === '' ? verdict : 'frozen',
    plan: plan ? { ...plan, next_at: isTrusted(row.canary_build) ? nextStepAt(row) : 0 } : null,
  };
}

interface BuildRow {
  id: string;
  manifest: AreaManifest;
  source: 'bundled' | 'published';
  published_at: number;
  /** 0: bundled. */
  key_id: number;
}

function bundled(ctx: Context): BuildRow[] {
  return bundledBuilds(ctx)
    .areas.map((manifest) => ({
      id: manifest.id,
      manifest,
      source: 'bundled' as const,
      published_at: 0,
      key_id: 0,
    }))
    .sort((a, b) => b.manifest.builtAt.localeCompare(a.manifest.builtAt));
}

async function published(ctx: Context): Promise<BuildRow[]> {
  const rows = await builds.list(ctx.db);
  return rows.flatMap(({ area_id, manifest: text, published_at, key_id }) => {
    const manifest = readManifest(text);
    return manifest ? [{ id: area_id, manifest, source: 'published', published_at, key_id }] : [];
  });
}

function describeBuild(
  ctx: Context,
  {
    reasons,
    countersOf,
    keys,
    notes,
  }: {
    reasons: ReadonlyMap<string, string>;
    countersOf: CountersOf;
    keys: ReadonlyMap<number, ListedPublishKey>;
    /** By area and build. */
    notes: ReadonlyMap<string, string>;
  },
) {
  const host = getHostFacts(ctx);
  const incompatibilityOf = (manifest: AreaManifest) => {
    const reason = findIncompatibility(manifest, host);
    return reason ? `${reason.code}: ${reason.detail}` : '';
  };
  return ({ id, manifest, source, published_at, key_id }: BuildRow): ListedArea['builds'][number] => ({
    build_id: manifest.buildId,
    version: manifest.version,
    built_at: manifest.builtAt,
    commit: manifest.commit ?? '',
    author: manifest.author ?? '',
    note: notes.get(`${id} ${manifest.buildId}`) ?? '',
    source,
    published_at,
    publish_key: keys.get(key_id) ?? null,
    host_api: manifest.compat.hostApi,
    fits: incompatibilityOf(manifest) === '',
    unfit: incompatibilityOf(manifest),
    revoked: reasons.get(manifest.buildId) ?? '',
    health: summarizeHealth(countersOf(id, manifest.buildId)),
  });
}
