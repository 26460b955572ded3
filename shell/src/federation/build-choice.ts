import type { ResolvedArea } from '@tollgate/contract';
import { type Candidate, createBreaker, listCandidates } from '@tollgate/federation';
import { createGoodBuilds } from './good-builds.ts';
import type { RegistrySource } from './registry-source.ts';

/** Which builds of an area are worth trying, by the word of the gateway and by what this browser saw of them. */
export function createBuildChoice(registry: RegistrySource) {
  const breaker = createBreaker(Date.now);
  const goodBuilds = createGoodBuilds();
  return { breaker, goodBuilds, candidates };

  /** Best first. */
  function candidates(area: ResolvedArea): Candidate[] {
    const lastKnownGood = goodBuilds.read(area.id);
    const hostApi = registry.get().host.api;
    return listCandidates(area, { lastKnownGood, hostApi, nowMs: Date.now(), breaker });
  }
}
