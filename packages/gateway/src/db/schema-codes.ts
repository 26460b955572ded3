import type { Defaulted, UnixSeconds } from './column-types.ts';

/** One row for each address and purpose. The hashes are keyed: short codes cannot be guessed from a copy of the table. */
export interface CodeTable {
  /** email: proves an address. reset: sets a new password. */
  purpose: CodePurpose;
  address_hash: string;
  /** Empty: used up, or not made yet. */
  code_hash: Defaulted<string>;
  expires_at: Defaulted<UnixSeconds>;
  /** Wrong tries of this code. */
  tries: Defaulted<number>;
  asked_at: UnixSeconds;
  /** Days since 1970, of `asked_at`. */
  day: number;
  asked_today: Defaulted<number>;
}
export type CodePurpose = 'email' | 'reset';
