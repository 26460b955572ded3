import { leaveAnyway } from '../navigation/leave-guard.ts';
import { goTo, here } from '../navigation/navigator.ts';
import { awaitingRelogin, hasUnsaved, holdPage, isPageHidden } from './awaiting-relogin.ts';
import { discardHeldPage, endSession, session } from './session.ts';
import { readStoredUser } from './stored-user.ts';

/** The sign-in page with the reason why it opened. */
export const expiredPath = '/login?expired=true';

/**
 * Handles an ended session: sign in again, then return to this page. With unsaved changes, which would be
 * lost, the page stays and says how to save them.
 */
export function expireSession(): void {
  if (!session.get().user) return;
  if (hasUnsaved()) holdPage(isOtherPerson() ? 'other-person' : 'ended');
  else leaveSession();
}

/** The server refuses calls in the name of the person who was here before. */
function isOtherPerson(): boolean {
  const stored = readStoredUser();
  return stored !== null && stored.id !== session.get().user?.id;
}

/** Late responses after logging out change nothing, and before the setup there is no user to sign in. */
export function leaveSession(): void {
  const from = here();
  if (isPageHidden()) {
    leaveAnyway(discardAndSignIn);
    return;
  }
  awaitingRelogin.set(false);
  endSession('expired');
  if (from.startsWith('/setup')) return;
  leaveAnyway(() => goTo(expiredPath, { replace: true, state: { from } }));
}

/** The next person does not return to the page of the one who signed out. */
function discardAndSignIn(): void {
  discardHeldPage();
  goTo('/login', { replace: true });
}
