import type { UnixSeconds } from './column-types.ts';

/** Append-only. Each row is sealed by the hash of itself and of the row before it. */
export interface AuditLogTable {
  /** 1, 2, 3 ... without a gap. */
  id: number;
  at: UnixSeconds;
  /** 0: the gateway itself. */
  actor_id: number;
  /** The name at that time; names change. */
  actor_name: string;
  ip: string;
  request_id: string;
  /** `channel.update`, `option.update` ... */
  action: string;
  /** `channel:12`, `option:Price` ... */
  target: string;
  /** JSON object of the changed fields, without secrets. Empty when the target did not exist. */
  before: string;
  after: string;
  prev_hash: string;
  hash: string;
}

/** One row, id 1: the end of the chain. A writer locks it. */
export interface AuditHeadTable {
  id: number;
  last_id: number;
  hash: string;
}
