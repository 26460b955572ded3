import type { Generated } from 'kysely';
import type { Defaulted, UnixSeconds } from './column-types.ts';

/** The tables of this file. */
export interface AreaSchema {
  area_builds: AreaBuildTable;
  area_files: AreaFileTable;
  area_channels: AreaChannelTable;
  area_revocations: AreaRevocationTable;
  area_pins: AreaPinTable;
  area_counts: AreaCountTable;
  area_overrides: AreaOverrideTable;
  area_audiences: AreaAudienceTable;
  publish_keys: PublishKeyTable;
  publish_tokens: PublishTokenTable;
}

/** A build that was published to this gateway. Its manifest and files never change. */
export interface AreaBuildTable {
  area_id: string;
  build_id: string;
  version: string;
  /** `area.manifest.json`, byte for byte as it was signed. */
  manifest: string;
  /** Ed25519 of the manifest, base64; the latest one, where the build was published again with another key. */
  signature: string;
  key_id: number;
  token_id: number;
  /** Of all files before compression. */
  bytes: number;
  published_at: UnixSeconds;
  /** When it first became the stable build; its files are public from then on. 0: never. */
  released_at: Defaulted<UnixSeconds>;
}

/**
 * People who were given a build by a canary or a pin. Rows stay when the canary or pin ends: pages that run the build
 * still load parts of it.
 */
export interface AreaAudienceTable {
  area_id: string;
  build_id: string;
  /** Of the canary; `pin:<user id>` for a pin. */
  salt: string;
  /** The largest share that the canary had. */
  percent: number;
  /** JSON: `{ roles: number[], users: number[] }`, or empty; everybody who was ever named. */
  cohorts: Defaulted<string>;
}

export interface AreaFileTable {
  area_id: string;
  build_id: string;
  /** Within the folder of the build. */
  path: string;
  content: Buffer;
}

/** Who gets which build of an area. No row: everybody gets the newest bundled one. */
export interface AreaChannelTable {
  area_id: string;
  /** Empty: the newest bundled build. */
  stable_build: Defaulted<string>;
  /** Earlier stable builds, latest first, with commas; `-` stands for the bundled one. */
  history: Defaulted<string>;
  /** Empty: no canary. */
  canary_build: Defaulted<string>;
  canary_percent: Defaulted<number>;
  canary_salt: Defaulted<string>;
  canary_since: Defaulted<UnixSeconds>;
  /** JSON: `{ roles: number[], users: number[] }`, or empty. */
  canary_cohorts: Defaulted<string>;
  /** Why the guard took it back; empty while it is given out. */
  canary_frozen: Defaulted<string>;
  /** JSON: `{ steps: number[], minutes: number }`, or empty where it grows by hand. */
  canary_plan: Defaulted<string>;
  /** When the share became what it is. */
  canary_step_at: Defaulted<UnixSeconds>;
}

/** What was switched off. An empty build is the whole area. */
export interface AreaRevocationTable {
  area_id: string;
  build_id: string;
  reason: string;
  at: UnixSeconds;
}

export interface AreaPinTable {
  area_id: string;
  user_id: number;
  build_id: string;
  reason: string;
  expires_at: UnixSeconds;
}

/** An area that one session loads from a development server on the machine of its browser. */
export interface AreaOverrideTable {
  /** Of the session, as in its own table. */
  id_hash: string;
  area_id: string;
  origin: string;
  expires_at: UnixSeconds;
}

/** How often something happened to a build within five minutes. */
export interface AreaCountTable {
  /** Start of the five minutes. */
  window_at: UnixSeconds;
  area_id: string;
  build_id: string;
  /** `load`, `crash`, `fail.<class>`, `ms.<step of the histogram>`. */
  counter: string;
  count: number;
}

/** A key that may sign builds. */
export interface PublishKeyTable {
  id: Generated<number>;
  name: string;
  /** Ed25519, 32 bytes in base64. */
  public_key: string;
  created_at: UnixSeconds;
  /** Signs no new builds from then on; its builds stay trusted. 0: it may sign. */
  retired_at: Defaulted<UnixSeconds>;
  /** Neither the key nor its builds are trusted from then on. 0: trusted. */
  revoked_at: Defaulted<UnixSeconds>;
}

/** A secret that may publish builds of one area. */
export interface PublishTokenTable {
  id: Generated<number>;
  area_id: string;
  name: string;
  token_hash: string;
  created_at: UnixSeconds;
  /** 0: never. */
  used_at: Defaulted<UnixSeconds>;
  revoked_at: Defaulted<UnixSeconds>;
}
