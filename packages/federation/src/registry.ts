import type { AreaManifest, RegistrySnapshot, ResolvedArea, RetiredAddress } from '@tollgate/contract';
import type { HostFacts } from './compat.ts';
import { joinAreas } from './loose-ends.ts';
import { noRollout, type Rollout, resolveArea, type Viewer, visitor } from './resolve.ts';
import { findClash } from './routes.ts';

/**
 * Decides per area which build this viewer gets. An area without a rollout gets the newest bundled build that
 * fits this host. Leaves out builds that take a path of another area, and extensions for missing points.
 * `problems` lists both with reasons.
 */
export function makeRegistry(input: {
  host: RegistrySnapshot['host'] & HostFacts;
  /** The bundled builds, in any order. */
  manifests: readonly AreaManifest[];
  /** Published builds that rollouts or pins name. */
  published?: readonly AreaManifest[];
  rollouts?: ReadonlyMap<string, Rollout>;
  viewer?: Viewer;
  nowMs?: number;
  /** Addresses of retired areas. */
  retired?: readonly RetiredAddress[];
  /** The gateway accepts events from this viewer's page. */
  live?: boolean;
}): { snapshot: Omit<RegistrySnapshot, 'rev'>; problems: string[] } {
  const { host, manifests, published = [], rollouts = new Map(), viewer = visitor, nowMs = 0, live } = input;
  const { retired = [] } = input;
  const problems: string[] = [];
  const taken: string[] = [];
  const areas: ResolvedArea[] = [];
  const bundled = new Set(manifests);
  const bundledIds = new Set(manifests.map(({ id }) => id));
  const isReleased = ([build]: AreaManifest[]) =>
    build !== undefined && (bundledIds.has(build.id) || Boolean(rollouts.get(build.id)?.stable));
  // What everybody has keeps its addresses when a canary of a new area wants one of them.
  const ordered = buildsByArea([...manifests, ...published]).sort(
    (a, b) => Number(isReleased(b)) - Number(isReleased(a)),
  );
  for (const builds of ordered) {
    const clear = builds.filter((build) => isClear(build, taken, problems));
    const area = resolveArea({
      builds: clear,
      bundled: clear.filter((build) => bundled.has(build)).map((build) => build.buildId),
      rollout: rollouts.get(builds[0]?.id ?? '') ?? noRollout,
      host,
      viewer,
      nowMs,
    });
    if (!area) continue;
    taken.push(...area.contributes.routes.map((route) => route.path));
    areas.push(area);
  }
  const joined = joinAreas(areas.sort((a, b) => (a.id < b.id ? -1 : 1)));
  problems.push(...joined.problems);
  const { version, api } = host;
  return {
    snapshot: {
      schema: 1,
      host: { version, api },
      areas: joined.areas,
      ...(retired.length > 0 && { retired: [...retired] }),
      ...(live && { live }),
    },
    problems,
  };
}

function isClear(build: AreaManifest, taken: readonly string[], problems: string[]): boolean {
  const clash = findClash(taken, build.contributes.routes);
  if (clash)
    problems.push(`Build ${build.buildId} of area ${build.id} is left out: ${clash} is taken already.`);
  return !clash;
}

/** Returns areas ordered by id, the newest build of each first. */
function buildsByArea(manifests: readonly AreaManifest[]): AreaManifest[][] {
  const byArea = Map.groupBy(manifests, (manifest) => manifest.id);
  return [...byArea.keys()].sort().map((id) => (byArea.get(id) ?? []).sort(byNewest));
}

function byNewest(a: AreaManifest, b: AreaManifest): number {
  return b.builtAt.localeCompare(a.builtAt);
}
