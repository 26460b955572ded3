import { insertIfNew, upsert } from '../../../db/portable.ts';
import type { Db } from '../../../db/schema.ts';

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

/** Makes a key the first one. Of concurrent calls one succeeds. `at` in seconds. */
export async function claimFirst(db: Db, fingerprint: string, at: number): Promise<boolean> {
  return insertIfNew(db, 'master_keys', { generation: 1, fingerprint, started_at: at, finished_at: at });
}

/** Begins a rotation to another key. Returns false when another process was faster. `at` in seconds. */
export function begin(db: Db, generation: number, fingerprint: string, at: number): Promise<boolean> {
  return insertIfNew(db, 'master_keys', { generation, fingerprint, started_at: at });
}

/** Ends a rotation. Returns false when another process ended it. `at` in seconds. */
export async function finish(db: Db, generation: number, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('master_keys')
    .set({ finished_at: at })
    .where('generation', '=', generation)
    .where('finished_at', '=', 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A gateway that runs. */
export interface Holder {
  readonly id: string;
  readonly fingerprints: readonly string[];
  readonly sealsWith: string;
}

/** Records which keys a gateway has. `at` in milliseconds. */
export function reportHolder(db: Db, { id, fingerprints, sealsWith }: Holder, at: number): Promise<void> {
  const row = { id, fingerprints: fingerprints.join(','), seals_with: sealsWith, seen_at: at };
  return upsert(db, 'master_key_holders', ['id'], row);
}

export async function removeHolder(db: Db, id: string): Promise<void> {
  await db.deleteFrom('master_key_holders').where('id', '=', id).execute();
}

/** Forgets gateways that have not reported for long. `before` in milliseconds. */
export async function removeSilentHolders(db: Db, before: number): Promise<void> {
  await db.deleteFrom('master_key_holders').where('seen_at', '<', before).execute();
}

/** Gateways that have reported since `since`, in milliseconds. */
export async function listHolders(db: Db, since: number): Promise<Holder[]> {
  const rows = await db.selectFrom('master_key_holders').selectAll().where('seen_at', '>=', since).execute();
  return rows.map(({ id, fingerprints, seals_with }) => ({
    id,
    fingerprints: fingerprints.split(','),
    sealsWith: seals_with,
  }));
}
