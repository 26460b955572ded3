import { useData } from '@tollgate/api-client';
import { useArea } from '@tollgate/console-sdk';
import { type AreaFault, getAreaTrouble, type Output } from '@tollgate/contract';
import { useEffect } from 'react';

export type Trouble = Output<typeof getAreaTrouble>;
export type { AreaFault };

const LOOK_EVERY_MS = 60_000;

/** How the builds of an area did in the last hours, and why they broke. */
export function useTrouble(areaId: string, hours: number) {
  const { events } = useArea();
  const trouble = useData(getAreaTrouble, { id: areaId, hours }, { refreshInterval: LOOK_EVERY_MS });
  const { mutate } = trouble;
  useEffect(() => events.on('areas.changed/v1', () => void mutate()), [events, mutate]);
  return trouble;
}

export interface CurvePoint {
  loads: number;
  trouble: number;
}

/** Sums all builds by span of time, including spans without visits. */
export function curveOf({ points, step }: Pick<Trouble, 'points' | 'step'>): CurvePoint[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  const length = Math.round((last.at - first.at) / step) + 1;
  const curve = Array.from({ length }, () => ({ loads: 0, trouble: 0 }));
  for (const { at, loads, failures, crashes } of points) {
    const point = curve[Math.round((at - first.at) / step)];
    if (!point) continue;
    point.loads += loads;
    point.trouble += failures + crashes;
  }
  return curve;
}
