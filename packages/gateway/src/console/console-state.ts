import { createHash } from 'node:crypto';
import { type AreaOverride, backendApi, type RegistrySnapshot } from '@tollgate/contract';
import { type HostFacts, makeRegistry, withOverrides } from '@tollgate/federation';
import type { Builds } from './builds.ts';

type Decided = Pick<
  Parameters<typeof makeRegistry>[0],
  'published' | 'rollouts' | 'viewer' | 'nowMs' | 'live'
> & {
  /** Areas that this viewer's session loads from elsewhere. */
  overrides?: readonly AreaOverride[] | undefined;
};

/**
 * The registry that one viewer gets of these builds; `rev` changes when anything in it does. `pageApi`: the host API of the
 * page that asks, where it is not that of the shell on disk: a tab that was opened before the gateway was updated.
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

/** What areas meet here. Without a shell, nothing that wants one fits. */
export function hostFacts({ shell }: Pick<Builds, 'shell'>): HostFacts {
  return { api: shell?.manifest.hostApi ?? '', backendApi, bom: shell?.manifest.bom };
}

function revisionOf(snapshot: object): string {
  return createHash('sha256').update(JSON.stringify(snapshot)).digest('hex').slice(0, 16);
}
