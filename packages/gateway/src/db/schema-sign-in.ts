import type { Flag, UnixSeconds } from './column-types.ts';

/** Who somebody is elsewhere. A person has at most one identity of each provider, an identity at most one person. */
export interface IdentityTable {
  provider: string;
  /** SHA-256 of what never changes there: a number, or issuer and subject. */
  subject_hash: string;
  user_id: number;
  created_at: UnixSeconds;
}

/** A sign-in that was started in one browser and may be finished there, once. */
export interface SignInStateTable {
  state_hash: string;
  /** SHA-256 of the secret in the cookie of the browser that started. */
  browser_hash: string;
  /** Empty: any, for pages that ask for a state without saying where they go. */
  provider: string;
  /** Whose account the identity is bound to; 0 signs somebody in. */
  user_id: number;
  /** Who invited, for a new account. */
  aff_code: string;
  /** The gateway made the address that the browser went to: challenge and nonce were in it and are asked for. */
  guarded: Flag;
  expires_at: UnixSeconds;
}

/** Signed data that was accepted, kept until it is too old to be accepted again. */
export interface SignInProofTable {
  proof_hash: string;
  expires_at: UnixSeconds;
}
