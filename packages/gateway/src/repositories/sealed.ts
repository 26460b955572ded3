import type { Db } from '../db/schema.ts';

/** One sealed value with the columns that tell its place, to see whether the master key is the right one. */
export async function findAny(db: Db, secretOptions: readonly string[]) {
  const token = await db.selectFrom('tokens').select(['key_hash', 'key_sealed']).limit(1).executeTakeFirst();
  if (token) return { table: 'tokens', key: token.key_hash, sealed: token.key_sealed } as const;

  const channel = await db.selectFrom('channels').select(['id', 'key_sealed']).limit(1).executeTakeFirst();
  if (channel) return { table: 'channels', key: channel.id, sealed: channel.key_sealed } as const;

  const option = await db
    .selectFrom('options')
    .select(['key', 'value'])
    .where('key', 'in', [...secretOptions])
    .where('value', '!=', '')
    .limit(1)
    .executeTakeFirst();
  return option && ({ table: 'options', key: option.key, sealed: option.value } as const);
}
