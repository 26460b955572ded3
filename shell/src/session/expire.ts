import { goTo, here } from '../navigation/navigator.ts';
import { endSession, session } from './session.ts';

/**
 * The server does not know the session any more: sign in again, then come back to this very page. Late answers after
 * logging out tell nothing new, and before the setup there is nobody to sign in as.
 */
export function expireSession(): void {
  if (!session.get().user) return;
  const from = here();
  endSession('expired');
  if (from.startsWith('/setup')) return;
  goTo('/login?expired=true', { replace: true, state: { from } });
}
