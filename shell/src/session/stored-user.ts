import { type User, UserStatus, user } from '@tollgate/contract';
import { readStoredJson, writeStored } from '../storage.ts';

export const userKey = 'user';

/** The user who signed in on this browser. The server completes the record. */
export function readStoredUser(): User | null {
  const stored = readStoredJson(userKey);
  if (typeof stored !== 'object') return null;
  const parsed = user.safeParse({ status: UserStatus.enabled, ...stored });
  return parsed.success ? parsed.data : null;
}

/** Stores what is needed to render the page and to name the user in calls: no balance, no bound accounts. */
export function storeUser(signedIn: User | null): void {
  writeStored(userKey, signedIn ? JSON.stringify(memoryOf(signedIn)) : undefined);
}

function memoryOf({ id, username, display_name, role, group }: User) {
  return { id, username, display_name, role, group };
}
