import { type Session, useReadable } from '@tollgate/console-sdk';
import { session } from './session.ts';

/** Who is looking; renders again when that changes. */
export function useSession(): Session {
  return useReadable(session);
}
