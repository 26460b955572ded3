import type { AreaReport } from '@tollgate/console-sdk';
import type { FederationEvent } from '@tollgate/federation';

/** What areas measure stands in the browser's timeline; their errors surface like any other error of the page. */
export function reportFromArea(report: AreaReport): void {
  if (report.kind === 'error') globalThis.reportError(report.error);
  else performance.mark(`${report.area}:${report.name}`, { detail: { buildId: report.buildId } });
}

/** How areas load stands in the browser's timeline too, with all that is known. */
export function reportLoading(event: FederationEvent): void {
  performance.mark(`${event.area}:${event.type}`, { detail: event });
}
