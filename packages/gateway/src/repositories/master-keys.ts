import { insertIfNew } from '../db/portable.ts';
import type { Db } from '../db/schema.ts';

export interface KeyGeneration {
  readonly generation: number;
  readonly fingerprint: string;
  /** False while the rotation to this key is under way. */
  readonly isFinished: boolean;
}

/** All generations, the latest first. */
export async function list(db: Db): Promise<KeyGeneration[]> {
  const rows = await db
    .selectFrom('master_keys')
    .select(['generation', 'fingerprint', 'finished_at'])
    .orderBy('generation', 'desc')
    .execute();
  return rows.map(({ generation, fingerprint, finished_at }) => ({
    generation,
    fingerprint,
    isFinished: finished_at > 0,
  }));
}

/** Makes a key the first one. Of several processes that call this at once one succeeds. `at` in seconds. */
export async function claimFirst(db: Db, fingerprint: string, at: number): Promise<boolean> {
  return insertIfNew(db, 'master_keys', { generation: 1, fingerprint, started_at: at, finished_at: at });
}
