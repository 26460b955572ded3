import type { ResolvedArea } from '@tollgate/contract';
import { TimeLimitExceeded } from '@tollgate/federation';
import type { createBuildChoice } from './build-choice.ts';
import { withTimeout } from './time-limit.ts';

/**
 * Loads that go on after their time limit: a busy machine or a slow line is no reason to keep the page away once it
 * has arrived.
 */
export function createLateLoads(choice: Pick<ReturnType<typeof createBuildChoice>, 'forgetFailures'>) {
  const late = new Map<string, Promise<boolean>>();
  return { limit, arrival };

  /**
   * Returns a function that returns what a load returns, within the time limit, and otherwise throws
   * `TimeLimitExceeded`. What comes later resolves `arrival`.
   */
  function limit({ id }: ResolvedArea, limitMs: number) {
    return async <Loaded>(load: () => Promise<Loaded>): Promise<Loaded> => {
      const work = load();
      late.delete(id);
      try {
        return await withTimeout(limitMs, id, work);
      } catch (error) {
        // The code of a page has a time limit of its own, which a late start of its area uses up: it is tried once more.
        if (error instanceof TimeLimitExceeded) late.set(id, arrives(work.catch(load)));
        throw error;
      }
    };
  }

  /** Waits for a load that took too long, and returns whether it arrived after all. */
  async function arrival(area: ResolvedArea): Promise<boolean> {
    const hasArrived = (await late.get(area.id)) ?? false;
    if (hasArrived) choice.forgetFailures(area);
    return hasArrived;
  }
}

function arrives(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
