import type { Defaulted, UnixSeconds } from './column-types.ts';

/** One row for each address and purpose. Hashes are keyed: short codes could be guessed from a copy. */
export interface CodeTable {
  /** email: proves an address. reset: sets a new password. */
  purpose: CodePurpose;
  address_hash: string;
  /** Empty: used up, or not created yet. */
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
