import type { Insertable, Selectable, SelectQueryBuilder, Updateable } from 'kysely';
import { contains, insertForId, startsWith } from '../../../db/portable.ts';
import type { Db, RedemptionTable, Schema } from '../../../db/schema.ts';

export type RedemptionRow = Selectable<RedemptionTable>;

/** Empty texts and absent numbers do not filter. Deleted codes are never returned. */
export interface RedemptionFilter {
  /** The id, or a part of the name. */
  keyword?: string;
  /** The id, or how the name begins. */
  prefix?: string;
  status?: number | undefined;
  /** Only rows with a smaller id. */
  before?: number | undefined;
}

export function find(db: Db, id: number): Promise<RedemptionRow | undefined> {
  return matching(db, {}).selectAll().where('id', '=', id).executeTakeFirst();
}

export function findByHash(db: Db, hash: string): Promise<RedemptionRow | undefined> {
  return matching(db, {}).selectAll().where('key_hash', '=', hash).executeTakeFirst();
}

/** Newest first. */
export function list(
  db: Db,
  filter: RedemptionFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<RedemptionRow[]> {
  return matching(db, filter).selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
}

export async function count(db: Db, filter: RedemptionFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export function insert(db: Db, row: Insertable<RedemptionTable>): Promise<number> {
  return insertForId(db, 'redemptions', row);
}

/** Claims a code: of concurrent claims one returns true. Call in the transaction that books its value. */
export async function claim(tx: Db, hash: string, userId: number, at: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('redemptions')
    .set({ status: USED, used_user_id: userId, redeemed_time: at })
    .where('key_hash', '=', hash)
    .where('status', '=', UNUSED)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Returns false when the code was used meanwhile: its value is spent then. */
export async function updateUnlessUsed(
  tx: Db,
  id: number,
  changes: Updateable<RedemptionTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('redemptions')
    .set(changes)
    .where('id', '=', id)
    .where('status', '!=', USED)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function remove(tx: Db, id: number, at: number): Promise<void> {
  await tx.updateTable('redemptions').set({ deleted_at: at }).where('id', '=', id).execute();
}

function matching(
  db: Db,
  { keyword, prefix, status, before }: RedemptionFilter,
): SelectQueryBuilder<Schema, 'redemptions', object> {
  let query = db.selectFrom('redemptions').where('deleted_at', 'is', null);
  if (keyword) {
    const named = contains(db, 'redemptions.name', keyword);
    query = query.where((eb) => eb.or([named, eb('id', '=', toId(keyword))]));
  }
  if (prefix) {
    const named = startsWith(db, 'redemptions.name', prefix);
    query = query.where((eb) => eb.or([named, eb('id', '=', toId(prefix))]));
  }
  if (status) query = query.where('status', '=', status);
  if (before !== undefined) query = query.where('id', '<', before);
  return query;
}

/** No row has the id 0. */
function toId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

const UNUSED = 1;
const USED = 3;
