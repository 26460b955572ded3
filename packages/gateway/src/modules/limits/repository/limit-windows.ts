import { type Selectable, sql } from 'kysely';
import type { Db, LimitWindowTable } from '../../../db/schema.ts';

export type LimitWindowRow = Selectable<LimitWindowTable>;

/** The windows of a rule since its last change of scope or time span, newest first. */
export function listOfRule(db: Db, ruleId: number, series: number, limit: number): Promise<LimitWindowRow[]> {
  return db
    .selectFrom('limit_window')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .where('id', 'like', `${ruleId}.${series}.%`)
    .orderBy('starts_at', 'desc')
    .orderBy('spent', 'desc')
    .limit(limit)
    .execute();
}

export function listByIds(db: Db, ids: readonly string[]): Promise<LimitWindowRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('limit_window').selectAll().where('id', 'in', ids).execute();
}

/** What a rolling window still counts although it has left it by `until`. */
export async function sumExpired(db: Db, windowId: string, until: number): Promise<number> {
  const { sum } = await db
    .selectFrom('limit_part')
    .select((eb) => eb.fn.sum<number | null>('amount').as('sum'))
    .where('window_id', '=', windowId)
    .where('at', '<=', until)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** The seconds in which calls spent of a rolling window, oldest first, without those that left it. */
export function listParts(
  db: Db,
  windowId: string,
  since: number,
  limit: number,
): Promise<{ at: number; amount: number }[]> {
  return db
    .selectFrom('limit_part')
    .select(['at', 'amount'])
    .where('window_id', '=', windowId)
    .where('at', '>', since)
    .orderBy('at')
    .limit(limit)
    .execute();
}

/** The windows of a rule with this beginning that have used at least so much. */
export function listUsed(
  db: Db,
  { id, series }: { readonly id: number; readonly series: number },
  startsAt: number,
  least: number,
): Promise<LimitWindowRow[]> {
  return db
    .selectFrom('limit_window')
    .selectAll()
    .where('rule_id', '=', id)
    .where('starts_at', '=', startsAt)
    .where('id', 'like', `${id}.${series}.%`)
    .where('spent', '>=', least)
    .execute();
}

/** The windows of a rule with this beginning in which at least so much is spent or held, fullest first. */
export function listFullest(
  db: Db,
  { id, series }: { readonly id: number; readonly series: number },
  { startsAt, least }: { readonly startsAt: number; readonly least: number },
  limit: number,
): Promise<LimitWindowRow[]> {
  const used = sql<number>`spent + held`;
  return db
    .selectFrom('limit_window')
    .selectAll()
    .where('rule_id', '=', id)
    .where('starts_at', '=', startsAt)
    .where('id', 'like', `${id}.${series}.%`)
    .where(used, '>=', least)
    .orderBy(used, 'desc')
    .limit(limit)
    .execute();
}

/** Returns false when another gateway has sent this warning. */
export async function setWarned(tx: Db, windowId: string, percent: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('limit_window')
    .set({ warned: percent })
    .where('id', '=', windowId)
    .where('warned', '<', percent)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Rolling windows that have fallen below the lowest percentage may be warned about again. */
export async function forgetWarnings(db: Db, ruleId: number, threshold: number): Promise<void> {
  await db
    .updateTable('limit_window')
    .set({ warned: 0 })
    .where('rule_id', '=', ruleId)
    .where('warned', '>', 0)
    .where('spent', '<', threshold)
    .execute();
}

export async function findTokenOwner(db: Db, tokenId: number): Promise<number | undefined> {
  const row = await db.selectFrom('tokens').select('user_id').where('id', '=', tokenId).executeTakeFirst();
  return row?.user_id;
}
