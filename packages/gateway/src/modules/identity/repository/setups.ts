import { insertIfNew } from '../../../db/portable.ts';
import type { Db } from '../../../db/schema.ts';

export async function isDone(db: Db): Promise<boolean> {
  return (await db.selectFrom('setups').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Returns false when another request was first: there is one row at most. */
export function claim(db: Db, version: string, at: number): Promise<boolean> {
  return insertIfNew(db, 'setups', { id: 1, version, initialized_at: at });
}
