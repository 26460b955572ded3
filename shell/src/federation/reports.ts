import type { BuildRef, ResolvedArea } from '@tollgate/contract';
import {
  type CandidateSource,
  ContractFailure,
  type FederationEvent,
  isChunkError,
  type LoadFailure,
} from '@tollgate/federation';

/**
 * Reports how opening an area went: each failed build once, however often it was tried, and the outcome. A
 * build that loaded at the second try succeeded.
 */
export function reportOutcome(
  onEvent: (event: FederationEvent) => void,
  { id: area, reason }: Pick<ResolvedArea, 'id' | 'reason'>,
  failures: readonly LoadFailure[],
  outcome?: { opened: { build: BuildRef; source: CandidateSource }; durationMs: number },
): void {
  const last = new Map(failures.map((failure) => [failure.buildId, failure]));
  last.delete(outcome?.opened.build.buildId ?? '');
  for (const { buildId, class: name, status } of last.values())
    onEvent({ type: 'area.failure/v1', area, buildId, class: name, ...(status && { status }) });
  if (!outcome) {
    const classes = failures.map((failure) => failure.class);
    onEvent({ type: 'area.degraded/v1', area, classes, ...(reason && { reason: reason.code }) });
    return;
  }
  onEvent({
    type: 'area.load/v1',
    area,
    buildId: outcome.opened.build.buildId,
    source: outcome.opened.source,
    failuresBefore: failures.length,
    durationMs: Math.round(outcome.durationMs),
  });
}

/** Reports a crash on screen; a missing file or page is reported as such. */
export function reportCrash(
  onEvent: (event: FederationEvent) => void,
  area: string,
  buildId: string,
  error: unknown,
): void {
  if (isChunkError(error)) onEvent({ type: 'area.failure/v1', area, buildId, class: 'chunk' });
  else if (error instanceof ContractFailure)
    onEvent({ type: 'area.failure/v1', area, buildId, class: 'contract' });
  else onEvent({ type: 'area.crash/v1', area, buildId, message: String(error).slice(0, 300), error });
}
