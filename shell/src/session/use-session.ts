import { type Session, useReadable } from '@tollgate/console-sdk';
import { session } from './session.ts';

/** Returns the current session; renders again when it changes. */
export function useSession(): Session {
  return useReadable(session);
}
