import type { ResolvedArea } from '@tollgate/contract';
import { type Candidate, createBreaker, listCandidates } from '@tollgate/federation';
import { createGoodBuilds } from './good-builds.ts';
import type { RegistrySource } from './registry-source.ts';

/** Chooses the builds of an area to try, from the gateway's registry and this browser's experience. */
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
