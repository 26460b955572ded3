import type { BuildRef } from '@tollgate/contract';
import {
  canBecomeLastKnownGood,
  DEVELOPED,
  type LastKnownGood,
  makeLastKnownGood,
  PROBATION_MS,
} from '@tollgate/federation';

const PREFIX = 'console.good-build.';

/** Stores in this browser the build of each area that last worked. */
export function createGoodBuilds() {
  const crashedAtMs = new Map<string, number>();
  return { read, noteCrash, rememberAfterProbation };

  function noteCrash(buildId: string): void {
    crashedAtMs.set(buildId, Date.now());
  }

  function rememberAfterProbation(areaId: string, build: BuildRef, hostApi: string): void {
    if (build.buildId === DEVELOPED) return;
    const readyAtMs = Date.now();
    setTimeout(() => {
      if (canBecomeLastKnownGood(readyAtMs, crashedAtMs.get(build.buildId), Date.now()))
        write(makeLastKnownGood(areaId, build, hostApi, readyAtMs));
    }, PROBATION_MS);
  }
}

function read(areaId: string): LastKnownGood | undefined {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + areaId) ?? 'null') ?? undefined;
  } catch {
    return undefined; // blocked storage or damaged text: as if nothing had been stored
  }
}

function write(record: LastKnownGood): void {
  try {
    localStorage.setItem(PREFIX + record.areaId, JSON.stringify(record));
  } catch {
    // Without storage there is one fallback less.
  }
}
