import { goTo, here } from '../navigation/navigator.ts';
import { awaitingRelogin, hasUnsaved } from './awaiting-relogin.ts';
import { endSession, session } from './session.ts';

/**
 * Handles an ended session: sign in again, then return to this page. With unsaved changes, which would be
 * lost, the page stays and says how to save them.
 */
export function expireSession(): void {
  if (!session.get().user) return;
  if (hasUnsaved()) awaitingRelogin.set(true);
  else leaveSession();
}

/** Late responses after logging out change nothing, and before the setup there is no user to sign in. */
export function leaveSession(): void {
  const from = here();
  awaitingRelogin.set(false);
  endSession('expired');
  if (from.startsWith('/setup')) return;
  goTo('/login?expired=true', { replace: true, state: { from } });
}
