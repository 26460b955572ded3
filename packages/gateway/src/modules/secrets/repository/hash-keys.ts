import { insertIfNew } from '../../../db/portable.ts';
import type { Db } from '../../../db/schema.ts';

/** Sealed keys by name. */
export async function list(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('hash_keys').select(['name', 'key_sealed']).execute();
  return new Map(rows.map(({ name, key_sealed }) => [name, key_sealed]));
}

/** Stores a key unless there is one. */
export async function add(db: Db, name: string, key_sealed: string): Promise<void> {
  await insertIfNew(db, 'hash_keys', { name, key_sealed });
}
