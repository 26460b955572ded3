import type { Defaulted, UnixSeconds } from './column-types.ts';

/** A master key that seals or sealed this database. The highest generation is the latest. */
export interface MasterKeyTable {
  /** 1 for the first key; each rotation adds 1. */
  generation: number;
  /** Hex of a keyed hash. It identifies the key and reveals nothing about it. */
  fingerprint: string;
  started_at: UnixSeconds;
  /** 0: the rotation to this key has not finished. */
  finished_at: Defaulted<UnixSeconds>;
}

/** A running gateway and its master keys. */
export interface MasterKeyHolderTable {
  /** Random, for one run of the process. */
  id: string;
  /** Comma list. */
  fingerprints: string;
  /** The fingerprint of the key that seals its new values. */
  seals_with: string;
  /** Milliseconds. */
  seen_at: number;
}

/** The key of one kind of keyed hash. */
export interface HashKeyTable {
  name: string;
  key_sealed: string;
}
