import { createStore, type Store } from '@tollgate/console-sdk';

/**
 * Why the page stays with unsaved changes although its session is over: it has ended, or another person has
 * signed in on this browser. False otherwise.
 */
export const awaitingRelogin: Store<false | 'ended' | 'other-person'> = createStore<
  false | 'ended' | 'other-person'
>(false);

/** Queries every form of the page with a beforeunload event. */
export function hasUnsaved(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
