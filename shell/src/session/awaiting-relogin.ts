import { createStore, type Store } from '@tollgate/console-sdk';

/**
 * - `ended`: the session has ended.
 * - `other-person`: another person has signed in on this browser since.
 * - `signed-out`: the person signed out in another tab. The page is hidden.
 * - `replaced`: as `signed-out`, and another person has signed in on this browser since.
 */
type HoldReason = 'ended' | 'other-person' | 'signed-out' | 'replaced';

/** Why the page stays with unsaved changes although its session is over. False while it is not. */
export const awaitingRelogin: Store<false | HoldReason> = createStore<false | HoldReason>(false);

/** Keeps the page with its unsaved changes. A page that is hidden stays hidden. */
export function holdPage(reason: Exclude<HoldReason, 'replaced'>): void {
  if (!isPageHidden()) awaitingRelogin.set(reason);
  else awaitingRelogin.set(reason === 'other-person' ? 'replaced' : 'signed-out');
}

/** A person who signed out is done with this browser: the next one may not read what they typed. */
export function isPageHidden(): boolean {
  const reason = awaitingRelogin.get();
  return reason === 'signed-out' || reason === 'replaced';
}

/** Hides the page as long as it is held after a sign-out. Returns a stop function. */
export function hideHeldPage(): () => void {
  return awaitingRelogin.subscribe(() => document.body.toggleAttribute('data-hidden', isPageHidden()));
}

/** Queries every form of the page with a beforeunload event. */
export function hasUnsaved(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
