import type { Generated } from 'kysely';
import type { Defaulted } from './column-types.ts';

/** An unfinished row of `midjourneys` or `tasks`. The gateway that deletes it ends the work. */
export interface PendingTaskTable {
  id: Generated<number>;
  platform: 'mj' | 'suno' | 'response';
  /** In `midjourneys` for `mj`, in `background_responses` for `response`, in `tasks` for all others. */
  row_id: number;
  /** The call that pays: the reference of its ledger entry. */
  request_id: string;
  /** Milliseconds since 1970. Until then only `holder` polls the provider. */
  lease_until: Defaulted<number>;
  holder: Defaulted<string>;
}

/** A response that its provider still works on. Its row in `pending_tasks` names the hold that pays. */
export interface BackgroundResponseTable {
  id: Generated<number>;
  /** As in `upstream_references`. */
  id_hash: string;
  channel_id: number;
  /** Empty for a channel with one key. */
  key_hash: Defaulted<string>;
  /** JSON: what is needed to charge it. */
  state: string;
}
