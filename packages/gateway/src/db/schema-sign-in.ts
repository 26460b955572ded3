import type { Flag, UnixSeconds } from './column-types.ts';

/** An identity at a provider, of at most one user. A user has at most one of each provider. */
export interface IdentityTable {
  provider: string;
  /** SHA-256 of the permanent id at the provider: a number, or issuer and subject. */
  subject_hash: string;
  user_id: number;
  created_at: UnixSeconds;
}

/** A sign-in that started in one browser and can be finished there, once. */
export interface SignInStateTable {
  state_hash: string;
  /** SHA-256 of the secret in the cookie of that browser. */
  browser_hash: string;
  /** Empty: any provider, for pages that request a state without naming one. */
  provider: string;
  /** The user to whom the identity is bound; 0 for a sign-in. */
  user_id: number;
  /** The invitation code for a new account. */
  aff_code: string;
  /** The gateway built the provider's address with challenge and nonce, so both are required. */
  guarded: Flag;
  expires_at: UnixSeconds;
}

/** Accepted signed data, stored until it is too old to be accepted again. */
export interface SignInProofTable {
  proof_hash: string;
  expires_at: UnixSeconds;
}
