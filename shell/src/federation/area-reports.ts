import { call } from '@tollgate/api-client';
import { type AreaEvent, reportAreaEvents } from '@tollgate/contract';
import { DEVELOPED, type FederationEvent, findAreaRoute } from '@tollgate/federation';
import type { AreaNotice } from './area-notice.ts';
import { describeCrash } from './describe-crash.ts';
import type { RegistrySource } from './registry-source.ts';

const COLLECT_MS = 4000;
const MAX_EVENTS = 50;
const MAX_DURATION_MS = 600_000;
/** Firefox fails the files that are on their way when the page is left, before it says that the page is left. */
const LEAVING_MS = 1000;

/**
 * Reports area loads to the gateway, in batches of a few seconds: it withdraws unhealthy builds by them. Only
 * when the gateway accepts reports. Pending reports are sent when the page is left, without what failed because it
 * was left; lost ones are not repeated. Reports contain nothing personal.
 */
export function createAreaReports(registry: RegistrySource): (event: FederationEvent | AreaNotice) => void {
  let waiting: { event: AreaEvent; at: number }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send();
  });
  // Not every browser fires a hidden event before a visible page is left.
  window.addEventListener('pagehide', () => {
    const from = performance.now() - LEAVING_MS;
    waiting = waiting.filter(({ event, at }) => event.type === 'area.load/v1' || at < from);
    send();
  });

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    const events = waiting.slice(0, MAX_EVENTS).map(({ event }) => event);
    waiting = [];
    if (events.length > 0)
      void call(reportAreaEvents, { schema: 1, events }, { keepalive: true }).catch(() => {});
  }

  return (event) => {
    const { live, areas } = registry.get();
    const route = () => findAreaRoute(areas, location.pathname)?.route.path ?? '';
    const report = live ? toAreaEvent(event, route) : undefined;
    if (!report) return;
    waiting.push({ event: report, at: performance.now() });
    timer ??= setTimeout(send, COLLECT_MS);
  };
}

/** Converts an event to the gateway's format, without what may be personal. */
function toAreaEvent(event: FederationEvent | AreaNotice, route: () => string): AreaEvent | undefined {
  if (event.type === 'area.degraded/v1') return undefined;
  const { area, buildId } = event;
  if (buildId === DEVELOPED) return undefined; // no other user has it
  if (event.type === 'area.load/v1')
    return { type: event.type, area, buildId, durationMs: Math.min(event.durationMs, MAX_DURATION_MS) };
  if (event.type === 'area.failure/v1') return { type: event.type, area, buildId, class: event.class };
  if (event.type !== 'area.crash/v1') return event;
  return { type: event.type, area, buildId, route: route(), ...describeCrash(event, event.error) };
}
