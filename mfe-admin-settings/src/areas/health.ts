import type { ListedArea, ListedBuild } from './areas.data.ts';

type Health = ListedBuild['health'];

/** Share of loads without a later crash in percent, never rounded up; a dash without loads. */
export function crashFree({ loads, crashes }: Health): string {
  if (loads === 0) return '–';
  return `${Math.floor(Math.max(0, 1 - crashes / loads) * 10_000) / 100}%`;
}

/** The build that everybody gets, if it is known. */
export function currentBuild({ builds, everybody }: ListedArea): ListedBuild | undefined {
  return builds.find((build) => build.build_id === everybody.build_id);
}

/** Number of load failures by reason, the most frequent first. */
export function failuresOf({ by_class }: Health): [name: string, count: number][] {
  return Object.entries(by_class).sort(([, a], [, b]) => b - a);
}
