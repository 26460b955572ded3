import type { Defaulted, Optional, UnixSeconds } from './column-types.ts';

/** A system access token: calls the console API in a user's name. A user has at most one. */
export interface AccessTokenTable {
  user_id: number;
  /** SHA-256. */
  token_hash: string;
  /** What the user calls it; may be empty. */
  name: Defaulted<string>;
  /** Null for tokens that are older than this table. */
  created_at: Optional<UnixSeconds>;
  /** At most a minute or two behind. Null: not used yet. */
  last_used_at: Optional<UnixSeconds>;
  /** Null: never. */
  expires_at: Optional<UnixSeconds>;
}

/** A network or browser from which somebody signed in to an account. */
export interface KnownOriginTable {
  user_id: number;
  /** Keyed hash of the network or of the browser's own id. */
  origin_hash: string;
  /** The last sign-in from there. */
  seen_at: UnixSeconds;
}
