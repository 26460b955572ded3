import { insertIfNew } from '../../../db/portable.ts';
import type { Db, SignInStateTable } from '../../../db/schema.ts';

export async function insert(db: Db, row: SignInStateTable): Promise<void> {
  await db.insertInto('sign_in_states').values(row).execute();
}

/** Removes a state of this browser and returns it; of concurrent requests one gets it. */
export async function take(
  db: Db,
  { state_hash, browser_hash }: Pick<SignInStateTable, 'state_hash' | 'browser_hash'>,
): Promise<SignInStateTable | undefined> {
  const found = await db
    .selectFrom('sign_in_states')
    .selectAll()
    .where('state_hash', '=', state_hash)
    .where('browser_hash', '=', browser_hash)
    .executeTakeFirst();
  if (!found) return undefined;
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_states')
    .where('state_hash', '=', state_hash)
    .executeTakeFirst();
  return numDeletedRows === 1n ? found : undefined;
}

/** Returns false when this proof was used before. */
export function spendProof(db: Db, proof_hash: string, expires_at: number): Promise<boolean> {
  return insertIfNew(db, 'sign_in_proofs', { proof_hash, expires_at });
}

export async function removeExpired(db: Db, at: number): Promise<void> {
  await db.deleteFrom('sign_in_states').where('expires_at', '<', at).execute();
  await db.deleteFrom('sign_in_proofs').where('expires_at', '<', at).execute();
}
