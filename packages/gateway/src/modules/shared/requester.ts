import { networkOf } from '../../core/networks.ts';
import type { Requester } from '../identity/credentials/passwords.ts';

/** A requester of whom the gateway knows only the address. */
export function unknownRequesterAt({ ip }: { ip: string }): Requester {
  return { network: networkOf(ip), isKnown: false };
}

/** A signed-in user, or a place that signed in to the account before. Goes before strangers. */
export function knownRequesterAt({ ip }: { ip: string }): Requester {
  return { network: networkOf(ip), isKnown: true };
}
