import type { Generated } from 'kysely';
import type { Defaulted } from './column-types.ts';

/** An unfinished row of `midjourneys` or `tasks`. The gateway that deletes it ends the work. */
export interface PendingTaskTable {
  id: Generated<number>;
  platform: 'mj' | 'suno';
  /** In `midjourneys` for `mj`, in `tasks` for all others. */
  row_id: number;
  /** The call that pays: the reference of its ledger entry. */
  request_id: string;
  /** Milliseconds since 1970. Until then only `holder` polls the provider. */
  lease_until: Defaulted<number>;
  holder: Defaulted<string>;
}
