import { reaches, type Session } from '@tollgate/console-sdk';
import type { RouteAccess } from '@tollgate/contract';

/** Returns what a page with this access does for this visitor. The server decides again on every call. */
export function decideAccess(session: Session, access: RouteAccess): 'show' | 'sign-in' | 'forbidden' {
  if (reaches(session, access)) return 'show';
  return session.user ? 'forbidden' : 'sign-in';
}
