import type { BuildRef, ResolvedArea } from '@tollgate/contract';
import { ContractFailure, type FederationEvent, isChunkError } from '@tollgate/federation';
import { type createBuildChoice, routeOf } from './build-choice.ts';
import { reportCrash } from './reports.ts';

/** An error that ended a page. */
export interface PageCrash {
  error: unknown;
  path: string;
  /** The page was on screen before. */
  wasShown: boolean;
}

/** Reports crashes on screen, and remembers them for the choice of the next build. */
export function createPageCrashes(
  { breaker, goodBuilds, candidates }: ReturnType<typeof createBuildChoice>,
  onEvent: (event: FederationEvent) => void,
) {
  return { noteCrash, giveUpPage };

  function noteCrash(area: ResolvedArea, { buildId }: BuildRef, error: unknown): void {
    reportCrash(onEvent, area.id, buildId, error);
    if (!isLoss(error)) note(buildId, false);
  }

  function giveUpPage(area: ResolvedArea, { buildId }: BuildRef, { error, path, wasShown }: PageCrash) {
    reportCrash(onEvent, area.id, buildId, error);
    if (isLoss(error)) breaker.noteLost(buildId, routeOf(area, path));
    else note(buildId, !wasShown);
    const [next] = candidates(area, path);
    return next !== undefined && next.build.buildId !== buildId && !breaker.hasCrashed(next.build.buildId);
  }

  function note(buildId: string, isUnseen: boolean): void {
    breaker.noteCrash(buildId, { isUnseen });
    goodBuilds.noteCrash(buildId);
  }
}

/** The page did not arrive, or the build does not have it: the build may be good for other pages. */
function isLoss(error: unknown): boolean {
  return isChunkError(error) || error instanceof ContractFailure;
}
