import { type RouteAccess, type User } from '@tollgate/contract';
/** The current user. Never includes a token or a key. */
export interface Session {
  readonly user: User | null;
}
/** Returns whether a session has this access. Only for showing and hiding: the server decides. */
export declare function reaches(session: Session, access: RouteAccess): boolean;
