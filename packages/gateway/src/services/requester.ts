import type { Requester } from '../auth/passwords.ts';
import { networkOf } from '../core/networks.ts';

/** Somebody of whom the gateway knows no more than the address. */
export function strangerAt({ ip }: { ip: string }): Requester {
  return { network: networkOf(ip), isKnown: false };
}

/** Somebody signed in, or at a place that signed in to the account before. Goes before strangers. */
export function knownAt({ ip }: { ip: string }): Requester {
  return { network: networkOf(ip), isKnown: true };
}
