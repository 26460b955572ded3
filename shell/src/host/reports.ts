import type { AreaReport } from '@tollgate/console-sdk';
import type { FederationEvent } from '@tollgate/federation';

/** Records measurements of areas in the browser's timeline; their errors surface like any other error of the page. */
export function reportFromArea(report: AreaReport): void {
  if (report.kind === 'error') globalThis.reportError(report.error);
  else performance.mark(`${report.area}:${report.name}`, { detail: { buildId: report.buildId } });
}

/** Records area loads in the browser's timeline, with all details. */
export function reportLoading(event: FederationEvent): void {
  performance.mark(`${event.area}:${event.type}`, { detail: event });
}
