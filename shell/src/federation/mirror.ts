import type { BuildRef, RegistrySnapshot } from '@tollgate/contract';
import { placeAtMirror } from '@tollgate/federation';

const KEY = 'console.mirror-left';

/**
 * Says where files of builds are fetched: from the mirror until it failed once, then from the gateway.
 * @param readOrigin reads the other origin for files of areas; the empty text without one. Called once.
 */
export function createMirror(readOrigin: () => string) {
  /** Containers whose code came from the mirror. Their later chunks do too. */
  const taken = new Set<string>();
  let hasLeft: boolean | undefined;
  let known: string | undefined;
  return { origin, placeBuild, takeBuild, isFromMirror, leave };

  function origin(): string {
    known ??= readOrigin();
    return known;
  }

  /** Returns a build with the addresses that its files are to be fetched from. */
  function placeBuild(build: BuildRef): BuildRef {
    hasLeft ??= readLeft(origin());
    return origin() && !hasLeft ? placeAtMirror(build, origin()) : build;
  }

  /** The same for a build whose code is loaded now. */
  function takeBuild(build: BuildRef): BuildRef {
    const placed = placeBuild(build);
    if (placed !== build) taken.add(build.container);
    return placed;
  }

  function isFromMirror({ container }: Pick<BuildRef, 'container'>): boolean {
    return taken.has(container);
  }

  /**
   * Gives up the mirror for as long as the tab is open, after a file of this build did not arrive from there. Returns
   * false if the build came from the gateway: then the file is missing there too.
   */
  function leave({ container, entry }: Pick<BuildRef, 'container' | 'entry'>): boolean {
    if (!taken.delete(container)) return false;
    hasLeft = true;
    dropScripts(origin() + entry.url.slice(0, entry.url.lastIndexOf('/') + 1));
    storeLeft(origin());
    return true;
  }
}

/** The mirror that the gateway named when it served the page, also in the page's CSP. */
export const {
  origin: mirrorOrigin,
  placeBuild,
  takeBuild,
  isFromMirror,
  leave: leaveMirror,
} = createMirror(readInlined);

/** A loader takes a script that is still pending for the one that it wants: both have the name of the chunk. */
function dropScripts(folder: string): void {
  for (const script of document.querySelectorAll('script'))
    if (script.src.startsWith(folder)) script.remove();
}

function storeLeft(mirror: string): void {
  try {
    sessionStorage.setItem(KEY, mirror);
  } catch {
    // The next page of this tab tries the mirror once more.
  }
}

function readLeft(mirror: string): boolean {
  try {
    return sessionStorage.getItem(KEY) === mirror;
  } catch {
    return false;
  }
}

function readInlined(): string {
  const text = globalThis.document?.getElementById('console-registry')?.textContent;
  return text ? ((JSON.parse(text) as Pick<RegistrySnapshot, 'mirror'>).mirror ?? '') : '';
}
