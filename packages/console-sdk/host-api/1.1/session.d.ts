import { type RouteAccess, type User } from '@tollgate/contract';
/** Who is looking. Never a token or a key. */
export interface Session {
  readonly user: User | null;
}
/** Whether a session may see what asks for this access. Only shows and hides: the server decides. */
export declare function reaches(session: Session, access: RouteAccess): boolean;
