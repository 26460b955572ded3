import type { BuildRef } from '@tollgate/contract';
import type { CandidateSource, FederationEvent, LoadFailure } from '@tollgate/federation';

/** Tells how opening an area went: every failure, and the end. */
export function reportOutcome(
  onEvent: (event: FederationEvent) => void,
  areaId: string,
  failures: readonly LoadFailure[],
  outcome?: { opened: { build: BuildRef; source: CandidateSource }; durationMs: number },
): void {
  for (const { buildId, class: name, status } of failures)
    onEvent({ type: 'area.failure/v1', area: areaId, buildId, class: name, ...(status && { status }) });
  if (!outcome) {
    onEvent({ type: 'area.degraded/v1', area: areaId, classes: failures.map((failure) => failure.class) });
    return;
  }
  onEvent({
    type: 'area.load/v1',
    area: areaId,
    buildId: outcome.opened.build.buildId,
    source: outcome.opened.source,
    failuresBefore: failures.length,
    durationMs: Math.round(outcome.durationMs),
  });
}
