import { useEffect } from 'react';
import { readStored, writeStored } from '../../storage.ts';

/** Stores an invite code until the next registration, which then counts as invited. */
export function useInviteCode(code: string | null): void {
  useEffect(() => {
    if (code) writeStored(inviteKey, code.slice(0, LONGEST));
  }, [code]);
}

export function readInviteCode(): string | undefined {
  return readStored(inviteKey) || undefined;
}

/** Removes the used code: the next account on this browser is not invited. */
export function forgetInviteCode(): void {
  writeStored(inviteKey, undefined);
}

const inviteKey = 'aff';
const LONGEST = 32;
