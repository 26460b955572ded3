import { type User, UserStatus, user } from '@tollgate/contract';
import { readStored, readStoredJson, writeStored } from '../storage.ts';

export const userKey = 'user';
const expiredKey = 'session-expired';

/** The user who signed in on this browser. The server completes the record. */
export function readStoredUser(): User | null {
  const stored = readStoredJson(userKey);
  if (typeof stored !== 'object') return null;
  const parsed = user.safeParse({ status: UserStatus.enabled, ...stored });
  return parsed.success ? parsed.data : null;
}

/** Stores what is needed to render the page and to name the user in calls: no balance, no bound accounts. */
export function storeUser(signedIn: User | null): void {
  storeExpiry(false);
  writeStored(userKey, signedIn ? JSON.stringify(memoryOf(signedIn)) : undefined);
}

/** Forgets a user whose session expired. Other tabs learn of it by the user, so the reason is stored first. */
export function storeExpiredUser(): void {
  storeExpiry(true);
  writeStored(userKey, undefined);
}

/** True when the last session on this browser expired and no user has signed in since. */
export function hasStoredExpiry(): boolean {
  return readStored(expiredKey) !== undefined;
}

function storeExpiry(hasExpired: boolean): void {
  writeStored(expiredKey, hasExpired ? '1' : undefined);
}

function memoryOf({ id, username, display_name, role, group }: User) {
  return { id, username, display_name, role, group };
}
