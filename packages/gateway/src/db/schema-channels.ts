import type { Generated } from 'kysely';
import type { Defaulted, Flag, Optional, UnixSeconds } from './column-types.ts';

export interface ChannelTable {
  id: Generated<number>;
  type: Defaulted<number>;
  key_sealed: string;
  /** Keyed hash: finds a channel by its whole key. Empty until the first start after an upgrade fills it. */
  key_hash: Defaulted<string>;
  /** Password of the proxy in `setting`. */
  proxy_sealed: Defaulted<string>;
  openai_organization: Optional<string>;
  test_model: Optional<string>;
  /** 1 enabled, 2 disabled by hand, 3 disabled by the gateway. */
  status: Defaulted<number>;
  name: Defaulted<string>;
  weight: Defaulted<number>;
  created_time: UnixSeconds;
  test_time: Defaulted<UnixSeconds>;
  /** Milliseconds. */
  response_time: Defaulted<number>;
  base_url: Defaulted<string>;
  other: Defaulted<string>;
  /** US dollars, or the provider's own points. */
  balance: Defaulted<number>;
  balance_updated_time: Defaulted<UnixSeconds>;
  /** Comma list. */
  models: string;
  /** Comma list. */
  group: Defaulted<string>;
  model_mapping: Optional<string>;
  status_code_mapping: Defaulted<string>;
  priority: Defaulted<number>;
  auto_ban: Defaulted<Flag>;
  other_info: Defaulted<string>;
  tag: Optional<string>;
  setting: Optional<string>;
  param_override: Optional<string>;
  /** How a channel with several keys chooses one: in turn or at random. */
  multi_key_mode: Defaulted<'polling' | 'random'>;
}

/** Disabled keys of channels with several; an enabled key has no row. */
export interface ChannelKeyTable {
  channel_id: number;
  /** Keyed hash, as that of a channel. */
  key_hash: string;
  /** 2 turned off by hand, 3 by the gateway. */
  status: number;
  reason: Defaulted<string>;
  since: UnixSeconds;
  /** When the gateway last tested whether the key works again. */
  tried_at: Defaulted<UnixSeconds>;
}

/** Which channel serves which model for which group. Derived from `channels` with each write there. */
export interface AbilityTable {
  group: string;
  model: string;
  channel_id: number;
  enabled: Flag;
  priority: Defaulted<number>;
  weight: Defaulted<number>;
  tag: Optional<string>;
}

/** The channel that made something at its provider, such as a stored response. */
/** The chats that a user let a provider store, in the order of the calls. */
export interface StoredChatTable {
  id: Generated<number>;
  /** As in `upstream_references`. */
  id_hash: string;
  user_id: number;
  chat_id: string;
  expires_at: UnixSeconds;
}

export interface UpstreamReferenceTable {
  /** Of the user and the provider's id: others cannot refer to it. Of an item or a file, the id alone. */
  id_hash: string;
  /** For whom an item or a file was made; 0 in other rows. */
  user_id: Defaulted<number>;
  channel_id: number;
  /** Empty for a channel with one key. */
  key_hash: Defaulted<string>;
  expires_at: UnixSeconds;
}
