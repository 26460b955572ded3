import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const AFTER_MS = 3000;
/** A gateway that does more than this share of a second has calls, which must not wait. */
const IDLE = 0.1;

/**
 * Gives the memory of a start back, unless there are calls by then: V8 would keep what modules needed to load, 15 of
 * 145 MB, for as long as nothing is allocated. It takes a tenth of a second, once.
 */
export function releaseStartMemory(): void {
  setTimeout(() => {
    const before = performance.eventLoopUtilization();
    setTimeout(() => {
      if (performance.eventLoopUtilization(before).utilization < IDLE) collectAll();
    }, 1000).unref();
  }, AFTER_MS - 1000).unref();
}

function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const collect: (options: object) => void = runInNewContext('gc');
  collect({ type: 'major', flavor: 'last-resort' });
}
