import type { BuildRef, ResolvedArea } from '@tollgate/contract';

/** How long a build must run without a crash before it counts as good, in milliseconds. */
export const PROBATION_MS = 10_000;
const MAX_AGE_MS = 14 * 24 * 3600 * 1000;

/** The build that last worked in this browser, remembered between visits. */
export interface LastKnownGood {
  schema: 1;
  areaId: string;
  build: BuildRef;
  /** Major version of the host API it ran on. */
  hostMajor: string;
  /** Epoch milliseconds. */
  readyAtMs: number;
}

/** Returns the record of a build that drew its page, at a time in milliseconds since 1970. */
export function makeLastKnownGood(
  areaId: string,
  build: BuildRef,
  hostApi: string,
  readyAtMs: number,
): LastKnownGood {
  return { schema: 1, areaId, build, hostMajor: major(hostApi), readyAtMs };
}

/** Returns whether a build ran without a crash for the probation time. */
export function canBecomeLastKnownGood(
  readyAtMs: number,
  crashedAtMs: number | undefined,
  nowMs: number,
): boolean {
  return nowMs - readyAtMs >= PROBATION_MS && (crashedAtMs === undefined || crashedAtMs < readyAtMs);
}

/** Rejects revoked, old, foreign or incompatible records. The record comes from storage: it may be anything. */
export function isUsable(
  record: LastKnownGood | undefined,
  area: ResolvedArea,
  hostApi: string,
  nowMs: number,
): record is LastKnownGood {
  if (record?.schema !== 1 || record.areaId !== area.id) return false;
  if (area.revoked.includes(record.build.buildId)) return false;
  if (record.hostMajor !== major(hostApi) || nowMs - record.readyAtMs > MAX_AGE_MS) return false;
  return record.build.entry.url.startsWith(`/assets/areas/${area.id}/${record.build.buildId}/`);
}

function major(version: string): string {
  return version.split('.')[0] ?? '';
}
