import type { Generated, Kysely } from 'kysely';
import type { Defaulted, Flag, Optional, UnixSeconds } from './column-types.ts';
import type { AccessTokenTable, KnownOriginTable, SetupTable } from './schema-access.ts';
import type { AreaSchema } from './schema-areas.ts';
import type { AuditHeadTable, AuditLogTable } from './schema-audit.ts';
import type {
  AbilityTable,
  ChannelKeyTable,
  ChannelTable,
  StoredChatTable,
  UpstreamReferenceTable,
} from './schema-channels.ts';
import type { CodeTable } from './schema-codes.ts';
import type { DeclarationTable } from './schema-declarations.ts';
import type { ImportSchema } from './schema-imports.ts';
import type { IncidentTable } from './schema-incidents.ts';
import type { AccountTable, EntryTable, HoldTable, InstanceTable, OutboxTable } from './schema-ledger.ts';
import type { LimitSchema } from './schema-limits.ts';
import type { LogSchema } from './schema-logs.ts';
import type { HashKeyTable, MasterKeyHolderTable, MasterKeyTable } from './schema-master-keys.ts';
import type { NotificationTable } from './schema-notifications.ts';
import type { PriceSchema } from './schema-prices.ts';
import type { IdentityTable, SignInProofTable, SignInStateTable } from './schema-sign-in.ts';
import type { BackgroundResponseTable, PendingTaskTable } from './schema-tasks.ts';

export type * from './column-types.ts';
export type * from './schema-access.ts';
export type * from './schema-areas.ts';
export type * from './schema-audit.ts';
export type * from './schema-channels.ts';
export type * from './schema-codes.ts';
export type * from './schema-declarations.ts';
export type * from './schema-imports.ts';
export type * from './schema-incidents.ts';
export type * from './schema-ledger.ts';
export type * from './schema-limits.ts';
export type * from './schema-logs.ts';
export type * from './schema-master-keys.ts';
export type * from './schema-notifications.ts';
export type * from './schema-prices.ts';
export type * from './schema-sign-in.ts';
export type * from './schema-tasks.ts';

/** The main database. A transaction of Kysely *is* a `Db`, so repositories work inside and outside of one. */
export type Db = Kysely<Schema>;
/** Usage logs and their sums. May be a separate database (`LOG_DATABASE_URL`). */
export type LogDb = Kysely<LogSchema>;

export interface Schema extends AreaSchema, ImportSchema, LimitSchema, PriceSchema {
  users: UserTable;
  name_skeletons: NameSkeletonTable;
  tokens: TokenTable;
  channels: ChannelTable;
  channel_keys: ChannelKeyTable;
  abilities: AbilityTable;
  options: OptionTable;
  redemptions: RedemptionTable;
  midjourneys: MidjourneyTable;
  tasks: TaskTable;
  pending_tasks: PendingTaskTable;
  background_responses: BackgroundResponseTable;
  top_ups: TopUpTable;
  setups: SetupTable;
  sessions: SessionTable;
  access_tokens: AccessTokenTable;
  known_origins: KnownOriginTable;
  identities: IdentityTable;
  sign_in_states: SignInStateTable;
  sign_in_proofs: SignInProofTable;
  codes: CodeTable;
  revisions: RevisionTable;
  recent_changes: RecentChangeTable;
  upstream_references: UpstreamReferenceTable;
  stored_chats: StoredChatTable;
  rounds: RoundTable;
  account: AccountTable;
  hold: HoldTable;
  entry: EntryTable;
  instance: InstanceTable;
  outbox: OutboxTable;
  notifications: NotificationTable;
  incidents: IncidentTable;
  audit_log: AuditLogTable;
  audit_head: AuditHeadTable;
  master_keys: MasterKeyTable;
  master_key_holders: MasterKeyHolderTable;
  hash_keys: HashKeyTable;
  declarations: DeclarationTable;
}

/** A skeleton of a user name, by which look-alikes are found; a name may have several. */
export interface NameSkeletonTable {
  /** Hex of SHA-256. */
  skeleton: string;
  user_id: number;
}

/** A user's money is in `account`, never here. */
export interface UserTable {
  id: Generated<number>;
  username: string;
  /** Empty for accounts that only sign in through a provider. */
  password_hash: Defaulted<string>;
  display_name: Defaulted<string>;
  /** 0 guest, 1 user, 10 admin, 100 root. */
  role: Defaulted<number>;
  /** 1 enabled, 2 disabled. */
  status: Defaulted<number>;
  email: Defaulted<string>;
  github_id: Defaulted<string>;
  oidc_id: Defaulted<string>;
  wechat_id: Defaulted<string>;
  telegram_id: Defaulted<string>;
  linux_do_id: Defaulted<string>;
  /** Unused: tokens are in `access_tokens`. */
  access_token_hash: Optional<string>;
  group: Defaulted<string>;
  aff_code: Optional<string>;
  aff_count: Defaulted<number>;
  /** Quota units that invitations ever earned, transferred to the balance or not. */
  aff_history: Defaulted<number>;
  /** 0: no inviter. */
  inviter_id: Defaulted<number>;
  /** The balance fell below the threshold and the user got a warning. */
  warned: Defaulted<Flag>;
  /** Deleted account; the name stays taken. */
  deleted_at: Optional<UnixSeconds>;
  /** JSON. */
  setting: Defaulted<string>;
  created_at: UnixSeconds;
}

export interface TokenTable {
  id: Generated<number>;
  user_id: number;
  key_hash: string;
  key_sealed: string;
  /** 1 enabled, 2 disabled, 3 expired, 4 exhausted. */
  status: Defaulted<number>;
  name: Defaulted<string>;
  created_time: UnixSeconds;
  accessed_time: Defaulted<UnixSeconds>;
  /** -1: never. */
  expired_time: Defaulted<UnixSeconds>;
  unlimited_quota: Defaulted<Flag>;
  model_limits_enabled: Defaulted<Flag>;
  /** Comma list. */
  model_limits: Defaulted<string>;
  /** One address or CIDR per line. */
  allow_ips: Defaulted<string>;
  /** Empty: the user's group. */
  group: Defaulted<string>;
  deleted_at: Optional<UnixSeconds>;
}

export interface OptionTable {
  key: string;
  value: string;
}

export interface RedemptionTable {
  id: Generated<number>;
  /** The user who created the code. */
  user_id: number;
  key_hash: string;
  key_sealed: string;
  /** 1 unused, 2 disabled, 3 used. */
  status: Defaulted<number>;
  name: Defaulted<string>;
  quota: Defaulted<number>;
  created_time: UnixSeconds;
  redeemed_time: Defaulted<UnixSeconds>;
  used_user_id: Defaulted<number>;
  deleted_at: Optional<UnixSeconds>;
}

/** Times in milliseconds, as the Midjourney proxies send them. */
export interface MidjourneyTable {
  id: Generated<number>;
  code: Defaulted<number>;
  user_id: number;
  action: Defaulted<string>;
  mj_id: Defaulted<string>;
  prompt: Optional<string>;
  prompt_en: Optional<string>;
  description: Optional<string>;
  state: Defaulted<string>;
  submit_time: Defaulted<number>;
  start_time: Defaulted<number>;
  finish_time: Defaulted<number>;
  image_url: Optional<string>;
  status: Defaulted<string>;
  progress: Defaulted<string>;
  fail_reason: Optional<string>;
  channel_id: Defaulted<number>;
  quota: Defaulted<number>;
  buttons: Optional<string>;
  properties: Optional<string>;
}

export interface TaskTable {
  id: Generated<number>;
  created_at: UnixSeconds;
  updated_at: UnixSeconds;
  task_id: string;
  platform: Defaulted<string>;
  user_id: number;
  channel_id: Defaulted<number>;
  quota: Defaulted<number>;
  action: Defaulted<string>;
  status: Defaulted<string>;
  fail_reason: Optional<string>;
  submit_time: Defaulted<UnixSeconds>;
  start_time: Defaulted<UnixSeconds>;
  finish_time: Defaulted<UnixSeconds>;
  progress: Defaulted<string>;
  /** JSON. */
  properties: Optional<string>;
  /** JSON. */
  data: Optional<string>;
}

export interface TopUpTable {
  id: Generated<number>;
  user_id: number;
  /** Units of $1. */
  amount: number;
  /** The price, in the currency of the payment. */
  money: number;
  trade_no: string;
  create_time: UnixSeconds;
  /** pending, success. */
  status: string;
  /** Quota units of the order, fixed when it was opened. */
  quota: Defaulted<number>;
  payment_method: Defaulted<string>;
  /** 0: not yet. */
  complete_time: Defaulted<UnixSeconds>;
}

export interface SessionTable {
  id_hash: string;
  user_id: number;
  created_at: UnixSeconds;
  last_seen_at: UnixSeconds;
  ip: Defaulted<string>;
  user_agent: Defaulted<string>;
}

/** A process drops its cache when the counter of a topic changes. */
export interface RevisionTable {
  topic: string;
  revision: number;
}

/** The user of a revision. Revisions about all users have no row, and old rows are deleted. */
export interface RecentChangeTable {
  topic: string;
  revision: number;
  user_id: number;
}

/** Work over many rows, one run at a time across all processes, and its progress. */
export interface RoundTable {
  name: string;
  /** A random text of the runner. Only this runner advances and ends the round. */
  holder: Defaulted<string>;
  started_at: UnixSeconds;
  /** Last heartbeat of the holder, in milliseconds since 1970. */
  beat_at: number;
  /** 0: not ended. */
  ended_at: Defaulted<UnixSeconds>;
  total: Defaulted<number>;
  done: Defaulted<number>;
  failed: Defaulted<number>;
  /** JSON of `RoundFailure[]`. Null: none. */
  failures: Defaulted<string | null>;
}
