import type { BuildRef, RegistrySnapshot } from '@tollgate/contract';
import { placeAtMirror } from '@tollgate/federation';

const KEY = 'console.mirror-left';

/** Containers whose code came from the mirror. Their later chunks do too. */
const taken = new Set<string>();
let hasLeft: boolean | undefined;
let origin: string | undefined;

/**
 * The other origin for files of areas, as the gateway named it when it served the page, and in the page's CSP. Empty
 * without one.
 */
export function mirrorOrigin(): string {
  origin ??= read();
  return origin;
}

/** Returns a build with the addresses that its files are to be fetched from: the mirror, until it failed once. */
export function placeBuild(build: BuildRef): BuildRef {
  const mirror = mirrorOrigin();
  hasLeft ??= readLeft(mirror);
  return mirror && !hasLeft ? placeAtMirror(build, mirror) : build;
}

/** The same for a build whose code is loaded now. */
export function takeBuild(build: BuildRef): BuildRef {
  const placed = placeBuild(build);
  if (placed !== build) taken.add(build.container);
  return placed;
}

/** Whether the code of a build that runs came from the mirror. */
export function isFromMirror({ container }: Pick<BuildRef, 'container'>): boolean {
  return taken.has(container);
}

/**
 * Gives up the mirror for as long as the tab is open, after a file of this build did not arrive from there. Returns
 * false if the build came from the gateway: then the file is missing there too.
 */
export function leaveMirror({ container, entry }: Pick<BuildRef, 'container' | 'entry'>): boolean {
  if (!taken.delete(container)) return false;
  hasLeft = true;
  dropScripts(mirrorOrigin() + entry.url.slice(0, entry.url.lastIndexOf('/') + 1));
  try {
    sessionStorage.setItem(KEY, mirrorOrigin());
  } catch {
    // The next page of this tab tries the mirror once more.
  }
  return true;
}

/** A loader takes a script that is still pending for the one that it wants: both have the name of the chunk. */
function dropScripts(folder: string): void {
  for (const script of document.querySelectorAll('script'))
    if (script.src.startsWith(folder)) script.remove();
}

function readLeft(mirror: string): boolean {
  try {
    return sessionStorage.getItem(KEY) === mirror;
  } catch {
    return false;
  }
}

function read(): string {
  const text = globalThis.document?.getElementById('console-registry')?.textContent;
  return text ? ((JSON.parse(text) as Pick<RegistrySnapshot, 'mirror'>).mirror ?? '') : '';
}
