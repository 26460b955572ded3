import { createStore, type Store } from '@tollgate/console-sdk';

/** True while the session is over and the page stays all the same, because something in it is not saved. */
export const held: Store<boolean> = createStore(false);

/** Asks every form of the page, the way the browser asks before the page is closed. */
export function hasUnsaved(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
