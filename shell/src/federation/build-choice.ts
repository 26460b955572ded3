import type { ResolvedArea } from '@tollgate/contract';
import { type Candidate, createBreaker, findAreaRoute, listCandidates } from '@tollgate/federation';
import { createGoodBuilds } from './good-builds.ts';
import type { RegistrySource } from './registry-source.ts';

/** The route of a path, by which lost pages are remembered. */
export function routeOf(area: ResolvedArea, path: string): string {
  return findAreaRoute([area], path)?.route.path ?? path;
}

/** Chooses the builds of an area to try, from the gateway's registry and this browser's experience. */
export function createBuildChoice(registry: RegistrySource) {
  const breaker = createBreaker(Date.now);
  const goodBuilds = createGoodBuilds();
  return { breaker, goodBuilds, candidates, forgetFailures };

  function forgetFailures({ active, fallbacks }: ResolvedArea): void {
    const tried = [active, ...fallbacks].filter((build) => build !== null);
    breaker.reset(tried.map((build) => build.buildId));
  }

  /** Best first, without builds that could not show the page at this path. */
  function candidates(area: ResolvedArea, path = ''): Candidate[] {
    const lastKnownGood = goodBuilds.read(area.id);
    const hostApi = registry.get().host.api;
    return listCandidates(area, {
      lastKnownGood,
      hostApi,
      nowMs: Date.now(),
      breaker,
      route: routeOf(area, path),
    });
  }
}
