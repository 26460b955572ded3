import { createHash } from 'node:crypto';
import { type AreaOverride, backendApi, type RegistrySnapshot } from '@tollgate/contract';
import { type HostFacts, makeRegistry, pruneArea, withOverrides } from '@tollgate/federation';
import type { Builds } from './builds.ts';

type Decided = Pick<
  Parameters<typeof makeRegistry>[0],
  'published' | 'rollouts' | 'retired' | 'viewer' | 'nowMs' | 'live'
> & {
  /** Areas that this viewer's session loads from elsewhere. */
  overrides?: readonly AreaOverride[] | undefined;
};

/**
 * Returns the registry of these builds for one viewer; `rev` changes with any of its content. `pageApi` is
 * the host API of the requesting page if it differs from the shell on disk: a tab may be older than an
 * update.
 */
export function readRegistry(
  builds: Builds,
  { overrides, ...decided }: Decided = {},
  pageApi?: string,
): { registry: RegistrySnapshot; problems: string[] } {
  const { snapshot: made, problems } = makeRegistry({
    host: {
      version: builds.shell?.manifest.version ?? '',
      ...hostFacts(builds),
      ...(pageApi && { api: pageApi }),
    },
    manifests: builds.areas,
    ...decided,
  });
  const snapshot = withOverrides(made, overrides);
  return {
    registry: { ...snapshot, rev: revisionOf(snapshot) },
    problems: [...builds.problems, ...problems],
  };
}

/** The registry as a page of this viewer gets it: without what the viewer's role may not open. */
export function readPageRegistry(
  ...[builds, decided, pageApi]: Parameters<typeof readRegistry>
): ReturnType<typeof readRegistry> {
  const { registry, problems } = readRegistry(builds, decided, pageApi);
  const { rev: _, ...whole } = registry;
  const role = decided?.viewer?.role ?? 0;
  const pruned = { ...whole, areas: whole.areas.map((area) => pruneArea(area, role)) };
  return { registry: { ...pruned, rev: revisionOf(pruned) }, problems };
}

/** The host that areas must fit. Without a shell, only builds without requirements fit. */
export function hostFacts({ shell }: Pick<Builds, 'shell'>): HostFacts {
  return { api: shell?.manifest.hostApi ?? '', backendApi, bom: shell?.manifest.bom };
}

function revisionOf(snapshot: object): string {
  return createHash('sha256').update(JSON.stringify(snapshot)).digest('hex').slice(0, 16);
}
