import type { Defaulted, Optional, UnixSeconds } from './column-types.ts';

/** A system access token: calls the console API as a user. A user has at most one. */
export interface AccessTokenTable {
  user_id: number;
  /** SHA-256. */
  token_hash: string;
  /** The name from the user; may be empty. */
  name: Defaulted<string>;
  /** Null for tokens that are older than this table. */
  created_at: Optional<UnixSeconds>;
  /** Up to two minutes late. Null: not used yet. */
  last_used_at: Optional<UnixSeconds>;
  /** Null: never. */
  expires_at: Optional<UnixSeconds>;
}

/** A network or browser that signed in to an account. */
export interface KnownOriginTable {
  user_id: number;
  /** Keyed hash of the network or of the device cookie. */
  origin_hash: string;
  /** The last sign-in from there. */
  seen_at: UnixSeconds;
}

/** At most one row, id 1: the process that inserts it has set the system up. */
export interface SetupTable {
  id: number;
  version: string;
  initialized_at: UnixSeconds;
}
