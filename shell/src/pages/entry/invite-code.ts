import { useEffect } from 'react';
import { readStored, writeStored } from '../../storage.ts';

/** Keeps the code of who invited until somebody registers, who then counts as invited. */
export function useInviteCode(code: string | null): void {
  useEffect(() => {
    if (code) writeStored(inviteKey, code.slice(0, LONGEST));
  }, [code]);
}

export function readInviteCode(): string | undefined {
  return readStored(inviteKey) || undefined;
}

/** Used up: the next account on this browser was not invited by the same link. */
export function forgetInviteCode(): void {
  writeStored(inviteKey, undefined);
}

const inviteKey = 'aff';
const LONGEST = 32;
