import { forUpdate, insertIfNew, upsert } from '../../../db/portable.ts';
import type { Db } from '../../../db/schema.ts';

/** Stored texts by key; secrets are sealed. */
export async function list(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('options').select(['key', 'value']).execute();
  return new Map(rows.map(({ key, value }) => [key, value]));
}

export async function find(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('options').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}

/** Returns the stored text and locks it until the transaction ends. An option without a row gets one with `initial`. */
export async function lock(db: Db, key: string, initial: string): Promise<string> {
  await insertIfNew(db, 'options', { key, value: initial });
  const query = db.selectFrom('options').select('value').where('key', '=', key);
  return (await forUpdate(db, query).executeTakeFirstOrThrow()).value;
}

export function save(db: Db, key: string, value: string): Promise<void> {
  return upsert(db, 'options', ['key'], { key, value });
}

/** The default applies from now on. */
export async function remove(db: Db, key: string): Promise<void> {
  await db.deleteFrom('options').where('key', '=', key).execute();
}
