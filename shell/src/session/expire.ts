import { goTo, here } from '../navigation/navigator.ts';
import { hasUnsaved, held } from './held.ts';
import { endSession, session } from './session.ts';

/**
 * The server does not know the session any more: sign in again, then come back to this very page. What somebody typed
 * and did not save would be lost on the way, so then the page stays and says how to save it.
 */
export function expireSession(): void {
  if (!session.get().user) return;
  if (hasUnsaved()) held.set(true);
  else leaveSession();
}

/** Late answers after logging out tell nothing new, and before the setup there is nobody to sign in as. */
export function leaveSession(): void {
  const from = here();
  held.set(false);
  endSession('expired');
  if (from.startsWith('/setup')) return;
  goTo('/login?expired=true', { replace: true, state: { from } });
}
