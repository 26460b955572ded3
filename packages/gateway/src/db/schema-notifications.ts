import type { Generated } from 'kysely';
import type { Defaulted, UnixSeconds } from './column-types.ts';

/** What a user finds behind the bell. A newer one about the same subject takes the place of the older one. */
export interface NotificationTable {
  id: Generated<number>;
  user_id: number;
  /** `notificationKinds` of the contract. */
  kind: string;
  /** What it is about: `channel:5`, `limit:3`. */
  subject: string;
  /** Path in the console. Empty: none. */
  link: Defaulted<string>;
  /** JSON of `Facts`: figures and names. The sentence is written for each reader. */
  facts: string;
  created_at: UnixSeconds;
  /** 0: not yet. */
  read_at: Defaulted<UnixSeconds>;
}
