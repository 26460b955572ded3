import { createStore, type Readable } from '@tollgate/console-sdk';

/** What does not belong to a page waits no longer than this for one that does not come. */
const LIMIT_MS = 8000;

const shown = createStore(true);

/**
 * False until the first page of a visit is on screen. Requests and code that this page does not need wait for it, because
 * a slow line and a slow processor serve them in its place.
 */
export const isFirstPageShown: Readable<boolean> = shown;

/** Begins a visit. */
export function awaitFirstPage(): void {
  shown.set(false);
  setTimeout(noteFirstPage, LIMIT_MS);
}

export function noteFirstPage(): void {
  if (!shown.get()) shown.set(true);
}

/** Runs `work` once the first page is on screen. */
export function afterFirstPage(work: () => void): void {
  if (shown.get()) {
    work();
    return;
  }
  const stop = shown.subscribe(() => {
    stop();
    work();
  });
}
