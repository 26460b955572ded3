import { reaches, type Session } from '@tollgate/console-sdk';
import type { RouteAccess } from '@tollgate/contract';

/** What a page that asks for this access does with this visitor. The server decides again on every call. */
export function decideAccess(session: Session, access: RouteAccess): 'show' | 'sign-in' | 'forbidden' {
  if (reaches(session, access)) return 'show';
  return session.user ? 'forbidden' : 'sign-in';
}
