import type { Defaulted, UnixSeconds } from './column-types.ts';

/** A master key that this database is or was sealed with. The highest generation is the latest. */
export interface MasterKeyTable {
  /** 1 for the first key; each rotation adds 1. */
  generation: number;
  /** Hex of a keyed hash. It identifies the key and reveals nothing about it. */
  fingerprint: string;
  started_at: UnixSeconds;
  /** 0: the rotation to this key has not finished. */
  finished_at: Defaulted<UnixSeconds>;
}
