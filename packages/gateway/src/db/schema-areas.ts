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
  area_members: AreaMemberTable;
  sdk_packages: SdkPackageTable;
  area_retirements: AreaRetirementTable;
  area_approvals: AreaApprovalTable;
  area_ci_identities: AreaCiIdentityTable;
  area_ci_uses: AreaCiUseTable;
  area_faults: AreaFaultTable;
  area_notes: AreaNoteTable;
}

/** What broke in a build, by fingerprint. */
export interface AreaFaultTable {
  area_id: string;
  build_id: string;
  fingerprint: string;
  /** `crash`, `csp` or `text`. */
  kind: string;
  name: string;
  detail: string;
  /** The pattern of the route, or empty. */
  route: string;
  /** Places in the files of the build, one a line, the top first. */
  stack: string;
  count: number;
  first_at: UnixSeconds;
  last_at: UnixSeconds;
}

/** What a release is about. */
export interface AreaNoteTable {
  area_id: string;
  build_id: string;
  note: string;
  at: UnixSeconds;
}

/** A published build. Its manifest and files never change. */
export interface AreaBuildTable {
  area_id: string;
  build_id: string;
  version: string;
  /** `area.manifest.json`, byte for byte as signed. */
  manifest: string;
  /** Ed25519 of the manifest, base64. The latest one, if the build was published again with another key. */
  signature: string;
  key_id: number;
  token_id: number;
  /** Size of all files before compression. */
  bytes: number;
  published_at: UnixSeconds;
  /** When it first became the stable build, which makes its files public. 0: never. */
  released_at: Defaulted<UnixSeconds>;
}

/**
 * Users who got a build by a canary or a pin. Rows stay when the canary or pin ends, because open pages still
 * load parts of the build.
 */
export interface AreaAudienceTable {
  area_id: string;
  build_id: string;
  /** The salt of the canary; `pin:<user id>` for a pin. */
  salt: string;
  /** The largest share that the canary had. */
  percent: number;
  /** JSON: `{ roles: number[], users: number[] }`, or empty. Contains every role and user ever named. */
  cohorts: Defaulted<string>;
}

export interface AreaFileTable {
  area_id: string;
  build_id: string;
  /** Within the folder of the build. */
  path: string;
  content: Buffer;
}

/** The rollout of an area. No row: all users get the newest bundled build. */
export interface AreaChannelTable {
  area_id: string;
  /** Empty: the newest bundled build. */
  stable_build: Defaulted<string>;
  /** Earlier stable builds, latest first, separated by commas; `-` is the bundled one. */
  history: Defaulted<string>;
  /** Empty: no canary. */
  canary_build: Defaulted<string>;
  canary_percent: Defaulted<number>;
  canary_salt: Defaulted<string>;
  canary_since: Defaulted<UnixSeconds>;
  /** JSON: `{ roles: number[], users: number[] }`, or empty. */
  canary_cohorts: Defaulted<string>;
  /** Why the guard stopped the canary; empty while it runs. */
  canary_frozen: Defaulted<string>;
  /** JSON: `{ steps: number[], minutes: number }`, or empty when it grows by hand. */
  canary_plan: Defaulted<string>;
  /** When the current share was set. */
  canary_step_at: Defaulted<UnixSeconds>;
}

/** Killed areas and builds. An empty build is the whole area. */
export interface AreaRevocationTable {
  area_id: string;
  build_id: string;
  reason: string;
  at: UnixSeconds;
}

/** An area that left the console. Its row stays when its builds are gone. */
export interface AreaRetirementTable {
  area_id: string;
  /** JSON: `{ path: string, to: string }[]`. */
  addresses: string;
  reason: Defaulted<string>;
  at: UnixSeconds;
}

/** An area whose promotions need another person, with the one that waits. */
export interface AreaApprovalTable {
  area_id: string;
  /** Empty: none waits. */
  build_id: Defaulted<string>;
  /** 0: a deploy token. */
  requested_by: Defaulted<number>;
  requested_name: Defaulted<string>;
  requested_at: Defaulted<UnixSeconds>;
}

/** Jobs of a build server that get deploy tokens of an area. */
export interface AreaCiIdentityTable {
  id: Generated<number>;
  area_id: string;
  name: string;
  issuer: string;
  audience: string;
  /** A pattern: `*` is any signs but `:`. */
  subject: string;
  /** As of a member. */
  rights: string;
  created_at: UnixSeconds;
  /** 0: never. */
  used_at: Defaulted<UnixSeconds>;
}

/** An ID token that was exchanged: it is not taken again. */
export interface AreaCiUseTable {
  token_hash: string;
  expires_at: UnixSeconds;
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
  /** The session's, as in its own table. */
  id_hash: string;
  area_id: string;
  origin: string;
  expires_at: UnixSeconds;
}

/** Counts of an event of a build within five minutes. */
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
  /** The area whose builds it may sign; empty for any. */
  area_id: Defaulted<string>;
  /** From then on, which may be later, it signs no new builds; its builds stay trusted. 0: it may sign. */
  retired_at: Defaulted<UnixSeconds>;
  /** The job that registered it for itself. 0: root did. */
  ci_identity_id: Defaulted<number>;
  /** Neither the key nor its builds are trusted from then on. 0: trusted. */
  revoked_at: Defaulted<UnixSeconds>;
}

/** A user's rights for one area. */
export interface AreaMemberTable {
  area_id: string;
  user_id: number;
  /** `publish`, `release` and `watch`, separated by commas. */
  rights: string;
}

/** A secret with rights for one area: a deploy token. */
export interface PublishTokenTable {
  id: Generated<number>;
  area_id: string;
  name: string;
  token_hash: string;
  /** The job that got it for an ID token. 0: root made it. */
  ci_identity_id: Defaulted<number>;
  /** As of a member. */
  rights: Defaulted<string>;
  /** 0: never. */
  expires_at: Defaulted<UnixSeconds>;
  created_at: UnixSeconds;
  /** 0: never. */
  used_at: Defaulted<UnixSeconds>;
  revoked_at: Defaulted<UnixSeconds>;
}

/** A package for areas, in one version, that a gateway of this database served at some time. */
export interface SdkPackageTable {
  name: string;
  version: string;
  /** The name of the tarball in addresses. */
  file: string;
  /** `package.json`, as JSON. */
  manifest: string;
  integrity: string;
  shasum: string;
  content: Buffer;
  stored_at: UnixSeconds;
}
