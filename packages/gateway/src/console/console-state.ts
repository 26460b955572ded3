import { createHash } from 'node:crypto';
import { backendApi, type RegistrySnapshot } from '@tollgate/contract';
import { type HostFacts, makeRegistry } from '@tollgate/federation';
import type { Builds } from './builds.ts';

type Decided = Pick<
  Parameters<typeof makeRegistry>[0],
  'published' | 'rollouts' | 'viewer' | 'nowMs' | 'live'
>;

/** The registry that one viewer gets of these builds; `rev` changes when anything in it does. */
export function readRegistry(
  builds: Builds,
  decided: Decided = {},
): { registry: RegistrySnapshot; problems: string[] } {
  const { snapshot, problems } = makeRegistry({
    host: { version: builds.shell?.manifest.version ?? '', ...hostFacts(builds) },
    manifests: builds.areas,
    ...decided,
  });
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
