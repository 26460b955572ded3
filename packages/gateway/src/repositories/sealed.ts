import type { Db } from '../db/schema.ts';

/** Of each table. Some may be damaged; not all of these at once. */
const SAMPLES = 5;

/** Some sealed values with the columns that tell their places, to see whether the master key is the right one. */
export async function listSome(db: Db, secretOptions: readonly string[]) {
  const tokens = await db.selectFrom('tokens').select(['key_hash', 'key_sealed']).limit(SAMPLES).execute();
  const channels = await db
    .selectFrom('channels')
    .select(['id', 'key_sealed'])
    .where('key_sealed', '!=', '')
    .limit(SAMPLES)
    .execute();
  const options = await db
    .selectFrom('options')
    .select(['key', 'value'])
    .where('key', 'in', [...secretOptions])
    .where('value', '!=', '')
    .limit(SAMPLES)
    .execute();
  return [
    ...tokens.map(
      ({ key_hash, key_sealed }) => ({ table: 'tokens', key: key_hash, sealed: key_sealed }) as const,
    ),
    ...channels.map(({ id, key_sealed }) => ({ table: 'channels', key: id, sealed: key_sealed }) as const),
    ...options.map(({ key, value }) => ({ table: 'options', key, sealed: value }) as const),
  ];
}
