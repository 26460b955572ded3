import type { BuildRef, ResolvedArea } from '@tollgate/contract';
import type { Breaker } from './breaker.ts';
import { isUsable, type LastKnownGood } from './last-known-good.ts';

/** Why a build is tried: the gateway chose it, it ran here before, or it is an earlier one. */
export type CandidateSource = 'active' | 'last-known-good' | 'fallback';

/** A build that the shell may load, and why. */
export interface Candidate {
  build: BuildRef;
  source: CandidateSource;
}

/**
 * Returns the builds worth trying, best first: the gateway's choice, the last known good one, then earlier
 * ones. Builds that keep crashing come last.
 */
export function listCandidates(
  area: ResolvedArea,
  context: {
    lastKnownGood: LastKnownGood | undefined;
    hostApi: string;
    nowMs: number;
    breaker: Pick<Breaker, 'hasFailed' | 'hasCrashed' | 'hasLost'>;
    /** The page that is wanted. Builds that could not show it are left out. */
    route?: string | undefined;
  },
): Candidate[] {
  if (area.state !== 'on') return [];
  const { lastKnownGood, hostApi, nowMs, breaker, route = '' } = context;
  const all: Candidate[] = [
    ...(area.active ? [{ build: area.active, source: 'active' as const }] : []),
    // A developed area has no fallback: the developer would look at the wrong build.
    ...(area.why !== 'dev' && isUsable(lastKnownGood, area, hostApi, nowMs)
      ? [{ build: lastKnownGood.build, source: 'last-known-good' as const }]
      : []),
    ...area.fallbacks.map((build) => ({ build, source: 'fallback' as const })),
  ];
  const seen = new Set<string>();
  const worthTrying = all.filter(({ build }) => {
    const isFirst = !seen.has(build.buildId);
    seen.add(build.buildId);
    const isOff = area.revoked.includes(build.buildId);
    return isFirst && !isOff && !breaker.hasFailed(build.buildId) && !breaker.hasLost(build.buildId, route);
  });
  const crashes = ({ build }: Candidate) => Number(breaker.hasCrashed(build.buildId));
  return worthTrying.sort((a, b) => crashes(a) - crashes(b));
}
