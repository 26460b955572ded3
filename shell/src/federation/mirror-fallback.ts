import type { BuildRef } from '@tollgate/contract';
import { isChunkError, TimeLimitExceeded } from '@tollgate/federation';
import { isFromMirror, leaveMirror } from './mirror.ts';
import type { createPageCrashes } from './page-crashes.ts';
import type { createPreparedBuilds } from './prepared-builds.ts';
import { withTimeout } from './time-limit.ts';

/** How long a build may take from the mirror, before the gateway's own copy is fetched. */
const LIMIT_MS = 3000;

/** Takes a build from the gateway after a file of its page did not arrive from the mirror. */
export function createMirrorFallback(builds: Pick<ReturnType<typeof createPreparedBuilds>, 'forget'>) {
  return { prepare, guardPages };

  /** A page of which a file did not arrive from the mirror is opened again, before another build is chosen. */
  function guardPages(crashes: PageCrashes): PageCrashes {
    return {
      noteCrash: crashes.noteCrash,
      giveUpPage: (area, build, crash) => leave(build, crash.error) || crashes.giveUpPage(area, build, crash),
    };
  }

  /** @param limit limits the time of a load from the gateway; what the mirror takes before comes on top */
  async function prepare<Ready>(
    build: BuildRef,
    open: () => Promise<Ready>,
    limit: (load: () => Promise<Ready>) => Promise<Ready>,
  ): Promise<Ready> {
    // Opening decides where the build comes from.
    const first = open();
    let begun: Promise<Ready> | undefined = first;
    const load = () => {
      const work = begun ?? open();
      begun = undefined;
      return work;
    };
    if (!isFromMirror(build)) return await limit(load);
    try {
      return await withTimeout(LIMIT_MS, build.container, first);
    } catch (error) {
      if (leave(build, error)) return await limit(open);
      // The entry did not arrive, and is on its way from the gateway.
      if (error instanceof TimeLimitExceeded) return await limit(load);
      throw error;
    }
  }

  /** Returns whether the next try takes the same build from the gateway. */
  function leave(build: BuildRef, error: unknown): boolean {
    const isLost = isChunkError(error) || error instanceof TimeLimitExceeded;
    if (!isLost || !leaveMirror(build)) return false;
    builds.forget(build);
    return true;
  }
}

type PageCrashes = ReturnType<typeof createPageCrashes>;
