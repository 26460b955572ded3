import type { Generated } from 'kysely';
import type { Defaulted } from './column-types.ts';

/** A row of `midjourneys` or `tasks` that has not come to its end. Who deletes it is the one who ends the work. */
export interface PendingTaskTable {
  id: Generated<number>;
  platform: 'mj' | 'suno';
  /** In `midjourneys` for `mj`, in `tasks` for all others. */
  row_id: number;
  /** The call that pays: the reference of its entry in the ledger. */
  request_id: string;
  /** Milliseconds since 1970; until then `holder` alone asks the provider. */
  lease_until: Defaulted<number>;
  holder: Defaulted<string>;
}
