import type { Generated } from 'kysely';
import type { Defaulted, UnixSeconds } from './column-types.ts';

/** A disturbance, as an administrator describes it on the status page. */
export interface IncidentTable {
  id: Generated<number>;
  title: string;
  text: Defaulted<string>;
  /** `incidentStates` of the contract. */
  state: string;
  /** JSON list of names. Empty: all models. */
  models: string;
  started_at: UnixSeconds;
  /** 0: not resolved. */
  resolved_at: Defaulted<UnixSeconds>;
  updated_at: UnixSeconds;
}
