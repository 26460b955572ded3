import type { BuildRef } from '@tollgate/contract';
import type { Breaker } from './breaker.ts';
import type { Candidate, CandidateSource } from './candidates.ts';
import { AreaUnavailable, isPassing, type LoadFailure } from './failure.ts';
import { limitOf } from './time-limits.ts';

const RETRY_DELAY_MS = 300;
const RETRY_JITTER_MS = 200;

/** State of opening an area. */
export type AreaLoad<Module> =
  | { state: 'idle' }
  | { state: 'loading'; candidate: Candidate; attempt: number; failures: LoadFailure[] }
  | { state: 'ready'; module: Module; build: BuildRef; source: CandidateSource; failures: LoadFailure[] }
  | { state: 'degraded'; failures: LoadFailure[] };

export type LoadEvent<Module> =
  | { type: 'try'; candidate: Candidate; attempt: number }
  | { type: 'fail'; failure: LoadFailure }
  | { type: 'succeed'; module: Module }
  | { type: 'give-up' };

/** Returns the next state. An event that does not belong to the state changes nothing: late responses are ignored. */
export function reduceLoad<Module>(load: AreaLoad<Module>, event: LoadEvent<Module>): AreaLoad<Module> {
  if (load.state === 'ready' || load.state === 'degraded') return load;
  const failures = load.state === 'loading' ? load.failures : [];
  if (event.type === 'try')
    return { state: 'loading', candidate: event.candidate, attempt: event.attempt, failures };
  if (event.type === 'give-up') return { state: 'degraded', failures };
  if (load.state !== 'loading') return load;
  if (event.type === 'fail') return { ...load, failures: [...failures, event.failure] };
  return { state: 'ready', module: event.module, ...load.candidate, failures };
}

/**
 * Tries one candidate after the other. The gateway's choice gets a second try when the failure may be
 * transient. All tries together are limited (`LOAD_TIMEOUT_MS`).
 * @throws {AreaUnavailable} when none could be loaded.
 */
export async function openArea<Module>(
  areaId: string,
  candidates: readonly Candidate[],
  deps: {
    /** @throws when it takes longer than `limitMs`. */
    load(build: BuildRef, limitMs: number): Promise<Module>;
    classify(build: BuildRef, error: unknown): LoadFailure;
    breaker: Pick<Breaker, 'noteFailure'>;
    sleep(delayMs: number): Promise<void>;
    /** Milliseconds from any origin. */
    now(): number;
    /** 0 to 1. */
    random(): number;
    onChange?(load: AreaLoad<Module>): void;
  },
): Promise<Extract<AreaLoad<Module>, { state: 'ready' }>> {
  const progress: { load: AreaLoad<Module> } = { load: { state: 'idle' } };
  const startedAt = deps.now();
  let cause: unknown;
  for (const [index, candidate] of candidates.entries()) {
    const waiting = candidates.length - 1 - index;
    for (let attempt = 1; attempt <= 2; attempt++) {
      step({ type: 'try', candidate, attempt });
      const failure = await attemptLoad(candidate.build, waiting);
      if (!failure && progress.load.state === 'ready') return progress.load;
      if (!failure) break;
      if (candidate.source !== 'active' || !isPassing(failure) || attempt === 2) break;
      await deps.sleep(RETRY_DELAY_MS + deps.random() * RETRY_JITTER_MS);
    }
    deps.breaker.noteFailure(candidate.build.buildId);
  }
  step({ type: 'give-up' });
  throw new AreaUnavailable(areaId, 'failures' in progress.load ? progress.load.failures : [], cause);

  async function attemptLoad(build: BuildRef, waiting: number): Promise<LoadFailure | undefined> {
    try {
      step({ type: 'succeed', module: await deps.load(build, limitOf(deps.now() - startedAt, waiting)) });
      return undefined;
    } catch (error) {
      cause = error;
      const failure = deps.classify(build, error);
      step({ type: 'fail', failure });
      return failure;
    }
  }

  function step(event: LoadEvent<Module>): void {
    progress.load = reduceLoad(progress.load, event);
    deps.onChange?.(progress.load);
  }
}
