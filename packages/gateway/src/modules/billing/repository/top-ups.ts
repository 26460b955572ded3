import type { Insertable, Selectable } from 'kysely';
import { insertForId } from '../../../db/portable.ts';
import type { Db, TopUpTable } from '../../../db/schema.ts';

export type TopUpRow = Selectable<TopUpTable>;

export interface TopUpFilter {
  userId: number;
  /** Only rows with a smaller id. */
  before?: number | undefined;
}

export function insert(db: Db, row: Insertable<TopUpTable>): Promise<number> {
  return insertForId(db, 'top_ups', row);
}

export function findByTradeNo(db: Db, tradeNo: string): Promise<TopUpRow | undefined> {
  return db.selectFrom('top_ups').selectAll().where('trade_no', '=', tradeNo).executeTakeFirst();
}

/** Completes a payment: of concurrent reports one returns true. Call in the transaction that books it. */
export async function complete(tx: Db, id: number, at: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('top_ups')
    .set({ status: 'success', complete_time: at })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Newest first. */
export function list(
  db: Db,
  filter: TopUpFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<TopUpRow[]> {
  return matching(db, filter).selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
}

export async function count(db: Db, filter: TopUpFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function matching(db: Db, { userId, before }: TopUpFilter) {
  const query = db.selectFrom('top_ups').where('user_id', '=', userId);
  return before ? query.where('id', '<', before) : query;
}
