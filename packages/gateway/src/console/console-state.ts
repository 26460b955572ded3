import { createHash } from 'node:crypto';
import type { RegistrySnapshot } from '@tollgate/contract';
import { makeRegistry } from '@tollgate/federation';
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
  const { version, hostApi } = hostOf(builds);
  const { snapshot, problems } = makeRegistry({
    host: { version, api: hostApi },
    manifests: builds.areas,
    ...decided,
  });
  return {
    registry: { ...snapshot, rev: revisionOf(snapshot) },
    problems: [...builds.problems, ...problems],
  };
}

function hostOf({ shell }: Builds): { version: string; hostApi: string } {
  return shell?.manifest ?? { version: '', hostApi: '' };
}

function revisionOf(snapshot: object): string {
  return createHash('sha256').update(JSON.stringify(snapshot)).digest('hex').slice(0, 16);
}
