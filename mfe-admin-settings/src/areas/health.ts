import type { ListedArea, ListedBuild } from './areas.data.ts';

type Health = ListedBuild['health'];

/** Share of loads without a later crash in percent, never rounded up; a dash without loads. */
export function crashFree({ loads, crashes }: Health): string {
  if (loads === 0) return '–';
  return `${Math.floor(Math.max(0, 1 - crashes / loads) * 10_000) / 100}%`;
}

/** Half and 95 % of the loads took at most this long: the gateway counts loads in steps and knows their upper ends. */
export function loadTimes({ p50_ms, p95_ms }: Health, duration: (ms: number) => string): string {
  if (p50_ms === null || p95_ms === null) return '–';
  return `≤ ${duration(p50_ms)} / ≤ ${duration(p95_ms)}`;
}

/** The build that everybody gets, if it is known. */
export function currentBuild({ builds, everybody }: ListedArea): ListedBuild | undefined {
  return builds.find((build) => build.build_id === everybody.build_id);
}

/** Number of load failures by reason, the most frequent first. */
export function failuresOf({ by_class }: Health): [name: string, count: number][] {
  return Object.entries(by_class).sort(([, a], [, b]) => b - a);
}
