import type { ListedArea, ListedBuild } from './areas.data.ts';

type Health = ListedBuild['health'];

/** Share of loads without a later crash in percent, never rounded up; a dash without loads. */
export function crashFree({ loads, crashes }: Health): string {
  if (loads === 0) return '–';
  return `${Math.floor(Math.max(0, 1 - crashes / loads) * 10_000) / 100}%`;
}

/** The median and the 95th percentile of the times until the area was on screen. */
export function loadTimes({ p50_ms, p95_ms }: Health, duration: (ms: number) => string): string {
  if (p50_ms === null || p95_ms === null) return '–';
  return `${duration(p50_ms)} / ${duration(p95_ms)}`;
}

/** The build that everybody gets, if it is known. */
export function currentBuild({ builds, everybody }: ListedArea): ListedBuild | undefined {
  return builds.find((build) => build.build_id === everybody.build_id);
}

/** Number of load failures by reason, the most frequent first. */
export function failuresOf({ by_class }: Health): [name: string, count: number][] {
  return Object.entries(by_class).sort(([, a], [, b]) => b - a);
}

/** Share of what failed or crashed, of the build that everybody gets and of the canary: the worse of both. */
export function troubleOf({ builds, everybody, canary }: ListedArea): number {
  const served = builds.filter(
    ({ build_id }) => build_id === everybody.build_id || build_id === canary?.build_id,
  );
  const shares = served.map(({ health: { loads, failures, crashes } }) => {
    const attempts = loads + failures;
    return attempts === 0 ? 0 : (failures + crashes) / attempts;
  });
  return Math.max(0, ...shares);
}

/** Returns areas that are switched off or whose canary was withdrawn first, then by their share of trouble. */
export function sortByTrouble(areas: readonly ListedArea[]): ListedArea[] {
  const isDown = ({ killed, everybody, canary }: ListedArea) =>
    Number(killed !== '' || everybody.state === 'incompatible' || Boolean(canary?.frozen));
  return areas.toSorted(
    (a, b) => isDown(b) - isDown(a) || troubleOf(b) - troubleOf(a) || (a.id < b.id ? -1 : 1),
  );
}
