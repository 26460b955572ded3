import type { VitalName } from '@tollgate/contract';
import type { AreaNotice } from './area-notice.ts';

/** Layout shifts count together when they follow each other within a second, for five at most (web.dev/cls). */
const SHIFT_GAP_MS = 1000;
const SHIFT_SPAN_MS = 5000;
/** CLS is sent as a whole number of thousandths. */
const CLS_SCALE = 1000;
const LONGEST_MS = 600_000;

interface Visit {
  area: string;
  buildId: string;
  lcp?: number;
  inp?: number;
  cls: number;
  shifts: { sum: number; beganAt: number; lastAt: number };
}

/** The parts of entries that not all browsers have. */
interface VitalEntry extends PerformanceEntry {
  value?: number;
  hadRecentInput?: boolean;
  interactionId?: number;
}

/**
 * Measures what users feel of the area on screen, and reports it when the page is hidden: largest contentful paint of
 * the page that was opened first, the slowest interaction, and the worst burst of layout shifts.
 */
export function watchVitals(report: (notice: AreaNotice) => void): () => void {
  const visits = new Map<string, Visit>();
  let isFirst = true;
  const stops = [
    observe('largest-contentful-paint', ({ startTime }) => {
      const visit = current();
      // Only the first page was opened by a navigation, and input ends its painting.
      if (visit && isFirst) visit.lcp = startTime;
    }),
    observe('layout-shift', (entry) => {
      const visit = current();
      if (visit && !entry.hadRecentInput) addShift(visit, entry);
    }),
    observe('event', (entry) => {
      const visit = current();
      if (visit && entry.interactionId) visit.inp = Math.max(visit.inp ?? 0, entry.duration);
    }),
  ];
  const flush = () => {
    if (document.visibilityState !== 'hidden') return;
    for (const visit of visits.values()) for (const notice of noticesOf(visit)) report(notice);
    visits.clear();
    isFirst = false;
  };
  // Before the reports themselves are sent, which happens at the same event.
  document.addEventListener('visibilitychange', flush, { capture: true });
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', flush, { capture: true });
  };

  function current(): Visit | undefined {
    const shown = document.querySelector<HTMLElement>('main [data-area][data-build]');
    const { area = '', build: buildId = '' } = shown?.dataset ?? {};
    if (!/^[0-9a-f]{10}$/.test(buildId)) return undefined;
    const key = `${area} ${buildId}`;
    const visit = visits.get(key) ?? {
      area,
      buildId,
      cls: 0,
      shifts: { sum: 0, beganAt: 0, lastAt: Number.NEGATIVE_INFINITY },
    };
    visits.set(key, visit);
    return visit;
  }
}

function addShift(visit: Visit, { startTime, value = 0 }: VitalEntry): void {
  const { shifts } = visit;
  const isSame = startTime - shifts.lastAt < SHIFT_GAP_MS && startTime - shifts.beganAt < SHIFT_SPAN_MS;
  visit.shifts = {
    sum: (isSame ? shifts.sum : 0) + value,
    beganAt: isSame ? shifts.beganAt : startTime,
    lastAt: startTime,
  };
  visit.cls = Math.max(visit.cls, visit.shifts.sum);
}

function noticesOf({ area, buildId, lcp, inp, cls }: Visit): AreaNotice[] {
  const of = (name: VitalName, value: number | undefined): AreaNotice[] =>
    value === undefined || value > LONGEST_MS
      ? []
      : [{ type: 'area.vital/v1', area, buildId, name, value: Math.round(value) }];
  return [...of('LCP', lcp), ...of('INP', inp), ...of('CLS', cls * CLS_SCALE)];
}

/** Without support in the browser nothing is measured. */
function observe(type: string, each: (entry: VitalEntry) => void): () => void {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes(type)) return () => {};
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) each(entry);
  });
  observer.observe({ type, buffered: true, ...(type === 'event' && { durationThreshold: 40 }) });
  return () => observer.disconnect();
}
