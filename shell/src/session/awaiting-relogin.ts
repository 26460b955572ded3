import { createStore, type Store } from '@tollgate/console-sdk';

/** True while the session has ended but the page stays because of unsaved changes. */
export const awaitingRelogin: Store<boolean> = createStore(false);

/** Queries every form of the page with a beforeunload event. */
export function hasUnsaved(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
