import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { contains, forUpdate, insertForId } from '../../../db/portable.ts';
import type { Db, TokenTable } from '../../../db/schema.ts';

export type TokenRow = Selectable<TokenTable>;

export interface TokenFilter {
  keyword?: string;
  /** The status at the time `now`: an enabled token may have expired or be empty. */
  status?: number | undefined;
  /** Unix seconds. */
  now?: number;
  /** Only rows with a smaller id. */
  before?: number | undefined;
}

/** Finds a token of this owner: the id of another user's token finds nothing. */
export function findOwn(db: Db, userId: number, id: number) {
  return own(db, userId, {}).selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listOwnIds(db: Db, userId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await own(db, userId, {})
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return rows.map(({ id }) => id);
}

/** At most 1000: for lists of what limits them. */
export async function listAllIds(db: Db, userId: number): Promise<number[]> {
  const rows = await own(db, userId, {}).select('id').orderBy('id', 'desc').limit(1000).execute();
  return rows.map(({ id }) => id);
}

/** Names of tokens, also of deleted ones; of one user's with `userId`, the newest 1000 of them without `ids`. */
export async function listNames(
  db: Db,
  { userId, ids }: { userId?: number; ids?: readonly number[] },
): Promise<Map<number, string>> {
  if (ids?.length === 0) return new Map();
  let query = db.selectFrom('tokens').select(['id', 'name']).orderBy('id', 'desc').limit(1000);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  if (ids) query = query.where('id', 'in', [...ids]);
  return new Map((await query.execute()).map(({ id, name }) => [Number(id), name]));
}

export async function markDeleted(db: Db, ids: readonly number[], deleted_at: number): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('tokens')
    .set({ deleted_at })
    .where('id', 'in', [...ids])
    .execute();
}

export function findByHash(db: Db, keyHash: string) {
  return db
    .selectFrom('tokens')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Stores the key of a row that was known by its hash alone. */
export async function adopt(
  db: Db,
  keyHash: string,
  key: Pick<TokenRow, 'key_hash' | 'key_sealed'>,
): Promise<void> {
  await db
    .updateTable('tokens')
    .set(key)
    .where('key_hash', '=', keyHash)
    .where('key_sealed', '=', '')
    .execute();
}

/** Newest first. */
export function listOwn(
  db: Db,
  userId: number,
  filter: TokenFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<TokenRow[]> {
  return own(db, userId, filter).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

export async function countOwn(db: Db, userId: number, filter: TokenFilter): Promise<number> {
  const { total } = await own(db, userId, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Locks the owner, as one transaction at a time may count the tokens of a user and add to them. */
export async function lockOwner(tx: Db, userId: number): Promise<void> {
  await forUpdate(tx, tx.selectFrom('users').select('id').where('id', '=', userId)).execute();
}

export function insert(db: Db, row: Insertable<TokenTable>): Promise<number> {
  return insertForId(db, 'tokens', row);
}

export async function update(db: Db, id: number, changes: Updateable<TokenTable>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db.updateTable('tokens').set(changes).where('id', '=', id).execute();
}

function own(db: Db, userId: number, { keyword, status, now = 0, before }: TokenFilter) {
  let query = db.selectFrom('tokens').where('user_id', '=', userId).where('deleted_at', 'is', null);
  if (keyword) query = query.where(contains(db, 'tokens.name', keyword));
  if (status) query = query.where(sql<boolean>`${statusAt(now)} = ${status}`);
  if (before !== undefined) query = query.where('id', '<', before);
  return query;
}

/** The same rule as `tokenStatus` of the service. */
function statusAt(now: number) {
  const left = sql`(select account.balance - account.held from account
    where account.owner_type = 'token' and account.owner_id = tokens.id)`;
  return sql`case when tokens.status <> 1 then tokens.status
    when tokens.expired_time <> -1 and tokens.expired_time <= ${now} then 3
    when tokens.unlimited_quota = 0 and coalesce(${left}, 0) <= 0 then 4
    else 1 end`;
}

/** Enabled tokens of enabled users that expire in a span of time, in seconds, and lived long enough. */
export function listExpiring(
  db: Db,
  { from, until, minLifeSeconds }: { from: number; until: number; minLifeSeconds: number },
) {
  return db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.id', 'tokens.user_id', 'tokens.name', 'tokens.expired_time'])
    .where('tokens.expired_time', '>', from)
    .where('tokens.expired_time', '<=', until)
    .where(sql<boolean>`tokens.expired_time - tokens.created_time >= ${minLifeSeconds}`)
    .where('tokens.status', '=', 1)
    .where('tokens.deleted_at', 'is', null)
    .where('users.status', '=', 1)
    .where('users.deleted_at', 'is', null)
    .orderBy('tokens.id')
    .limit(10_000)
    .execute();
}
