import { TokenStatus, UserStatus } from '@tollgate/contract';
import { type AddressList, parseAddressList } from '../../net/address-list.ts';

/** The fields of an API key and its owner that decide whether the key may be used. */
export interface KeyState {
  /** 1 enabled, 2 disabled, 3 expired, 4 exhausted. */
  readonly tokenStatus: number;
  /** Unix seconds; -1 never. */
  readonly expiresAt: number;
  readonly userStatus: number;
}

export type KeyProblem = 'exhausted' | 'expired' | 'disabled' | 'user_disabled';

/**
 * Returns why a key may not be used; the first problem in a fixed order. The relay and the endpoints that are
 * read with a key share this rule.
 *
 * @param now milliseconds since 1970
 */
export function findKeyProblem(
  { tokenStatus, expiresAt, userStatus }: KeyState,
  now: number,
): KeyProblem | undefined {
  if (tokenStatus === TokenStatus.exhausted) return 'exhausted';
  if (tokenStatus === TokenStatus.expired) return 'expired';
  if (tokenStatus !== TokenStatus.enabled) return 'disabled';
  if (expiresAt !== -1 && expiresAt * 1000 < now) return 'expired';
  if (userStatus !== UserStatus.enabled) return 'user_disabled';
  return undefined;
}

/** Reads `allow_ips` of a key, one address or network a line. Undefined: all addresses are allowed. */
export function readAllowedAddresses(allowIps: string | null): AddressList | undefined {
  const lines = (allowIps ?? '')
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .filter(Boolean);
  return lines.length > 0 ? parseAddressList(lines) : undefined;
}
