import type { AreaManifest, BuildRef, ChosenBy, ResolvedArea } from '@tollgate/contract';
import { findIncompatibility, type HostFacts } from './compat.ts';
import { listMounts } from './routes.ts';
import { bucketOf } from './sticky.ts';

const MAX_FALLBACKS = 2;

/** The rollout of an area. Builds are named by their ids. */
export interface Rollout {
  /** Null: the newest bundled build. */
  stable: string | null;
  /** Earlier stable builds, latest first. */
  history: readonly string[];
  canary: Canary | null;
  /** Why the whole area is off; null while it is on. */
  killed: string | null;
  /** Builds that must never run. */
  revoked: readonly string[];
  /** Builds whose publish key was revoked: they keep running where they run, and are the last choice for a fallback. */
  untrusted: readonly string[];
}

/** Some of the users: a share of them, and named ones. */
export interface Audience {
  /** 0 to 100, with two decimals. */
  percent: number;
  /** Determines who is drawn: a new canary draws again. */
  salt: string;
  roles: readonly number[];
  users: readonly number[];
}

/** The build that is tried by a part of the users, and who they are. */
export interface Canary extends Audience {
  buildId: string;
  /** The guard withdrew it: it is not served. */
  isFrozen: boolean;
}

/** The user of a request. A visitor has the id 0 and always gets the default build. */
export interface Viewer {
  userId: number;
  role: number;
  /** Pinned builds by area. `isPreview`: the viewer chose it. */
  pins: Readonly<Record<string, { buildId: string; untilMs: number; isPreview?: boolean }>>;
}

/** The viewer of a request without a session. */
export const visitor: Viewer = { userId: 0, role: 0, pins: {} };
/** An area whose administrators have decided nothing: its newest fitting build is served. */
export const noRollout: Rollout = {
  stable: null,
  history: [],
  canary: null,
  killed: null,
  revoked: [],
  untrusted: [],
};

/**
 * Resolves which build of one area a viewer gets. The order is off when killed, then pin, cohort, canary,
 * stable. When that build is revoked, missing or unfit, the newest fitting one of the history and the bundled
 * ones is used; builds of a revoked publish key come last. Returns undefined when this viewer was given nothing: an
 * area that only a canary has stays unknown to everybody else.
 */
export function resolveArea(input: {
  /** Every available build, the newest first. */
  builds: readonly AreaManifest[];
  /** The bundled ones among them, the newest first. */
  bundled: readonly string[];
  rollout: Rollout;
  host: HostFacts;
  viewer: Viewer;
  nowMs: number;
}): ResolvedArea | undefined {
  const { builds, bundled, rollout, host } = input;
  const ids = new Set(builds.map(({ buildId }) => buildId));
  const usable = new Map(
    builds.filter(({ buildId }) => !rollout.revoked.includes(buildId)).map((build) => [build.buildId, build]),
  );
  const ordered = [...(rollout.stable ? [rollout.stable] : []), ...rollout.history, ...bundled];
  const fits = (id: string) => {
    const build = usable.get(id);
    return build !== undefined && !findIncompatibility(build, host);
  };
  const isUntrusted = (id: string) => Number(rollout.untrusted.includes(id));
  const fitting = ordered.filter(fits).sort((a, b) => isUntrusted(a) - isUntrusted(b));

  const choice = choose(input, (id) => usable.has(id));
  const isChoice = choice !== undefined && fits(choice.buildId);
  const activeId = isChoice ? choice.buildId : fitting[0];
  // Pages and menu entries of a build that this viewer was never given are not this viewer's.
  const given = [activeId, choice?.buildId, rollout.stable, ...bundled];
  const shown = builds.find(({ buildId }) => buildId === given.find((id) => id && ids.has(id)));
  if (!shown) return undefined;

  const active = activeId === undefined || rollout.killed !== null ? undefined : usable.get(activeId);
  const others = new Set(fitting.filter((id) => id !== activeId));
  const fallbacks = [...others].slice(0, MAX_FALLBACKS).map((id) => usable.get(id) as AreaManifest);
  return {
    id: shown.id,
    mounts: listMounts(shown.contributes.routes),
    ...(active ? { state: 'on' as const } : describeUnavailable(rollout, shown, host)),
    active: active ? buildRef(active) : null,
    fallbacks: active ? fallbacks.map(buildRef) : [],
    revoked: [...rollout.revoked],
    why: isChoice ? choice.why : 'newest',
    contributes: shown.contributes,
    texts: shown.i18n.texts,
  };
}

/** Applies the rollout, before checking whether the build fits the host. */
function choose(
  { rollout, bundled, viewer, builds, nowMs }: Parameters<typeof resolveArea>[0],
  isUsable: (buildId: string) => boolean,
): { buildId: string; why: ChosenBy } | undefined {
  const areaId = builds[0]?.id ?? '';
  const { canary } = rollout;
  const pin = viewer.pins[areaId];
  const choices: { buildId: string; why: ChosenBy; applies: boolean }[] = [
    {
      buildId: pin?.buildId ?? '',
      why: pin?.isPreview ? 'preview' : 'pin',
      applies: pin !== undefined && pin.untilMs > nowMs,
    },
    { buildId: canary?.buildId ?? '', why: 'cohort', applies: isNamed(canary, viewer) },
    { buildId: canary?.buildId ?? '', why: 'canary', applies: isDrawn(canary, viewer, areaId) },
    { buildId: rollout.stable ?? bundled.find(isUsable) ?? '', why: 'stable', applies: true },
  ];
  return choices.find(({ applies, buildId }) => applies && isUsable(buildId));
}

function isNamed(canary: Canary | null, viewer: Who): boolean {
  return canary !== null && !canary.isFrozen && isNamedIn(canary, viewer);
}

function isDrawn(canary: Canary | null, viewer: Who, areaId: string): boolean {
  return canary !== null && !canary.isFrozen && isDrawnBy(canary, viewer, areaId);
}

/** Returns whether a viewer is in an audience, by name, by role or by its share. Visitors never are. */
export function isInAudience(audience: Audience, viewer: Who, areaId: string): boolean {
  return isNamedIn(audience, viewer) || isDrawnBy(audience, viewer, areaId);
}

function isNamedIn({ users, roles }: Audience, { userId, role }: Who): boolean {
  return userId !== 0 && (users.includes(userId) || roles.includes(role));
}

function isDrawnBy({ percent, salt }: Audience, { userId }: Who, areaId: string): boolean {
  return userId !== 0 && bucketOf(`${userId} ${areaId} ${salt}`) < percent * 100;
}

type Who = Pick<Viewer, 'userId' | 'role'>;

function describeUnavailable(
  { killed }: Rollout,
  shown: AreaManifest,
  host: HostFacts,
): Pick<ResolvedArea, 'state'> & Required<Pick<ResolvedArea, 'reason'>> {
  if (killed !== null) return { state: 'off', reason: { code: 'KILLED', detail: killed } };
  const reason = findIncompatibility(shown, host);
  if (reason) return { state: 'incompatible', reason };
  return { state: 'off', reason: { code: 'NO_BUILD', detail: 'every build of it was switched off' } };
}

function buildRef(manifest: AreaManifest): BuildRef {
  const { js, css } = manifest.exposes['./area'];
  return {
    buildId: manifest.buildId,
    version: manifest.version,
    ...(manifest.contract && { contract: manifest.contract }),
    container: manifest.container,
    entry: manifest.entry,
    preload: [...js, ...css],
    ...(manifest.pages && { pages: manifest.pages }),
    ...(manifest.kit && { kit: manifest.kit }),
    ...(manifest.i18n.files && { i18n: manifest.i18n.files }),
  };
}
