import { Role, type RouteAccess, type User } from '@tollgate/contract';

/** The current user. Never includes a token or a key. */
export interface Session {
  readonly user: User | null;
}

/** Returns whether a session has this access. Only for showing and hiding: the server decides. */
export function reaches(session: Session, access: RouteAccess): boolean {
  const role = session.user?.role ?? Role.guest;
  return role >= MINIMUM_ROLE[access];
}

const MINIMUM_ROLE: Record<RouteAccess, number> = {
  public: Role.guest,
  user: Role.user,
  admin: Role.admin,
  root: Role.root,
};
