import type { Selectable, SelectQueryBuilder } from 'kysely';
import { asKey, forUpdate } from '../../../db/portable.ts';
import type { AuditHeadTable, AuditLogTable, Db, Schema } from '../../../db/schema.ts';

export type AuditRow = Selectable<AuditLogTable>;
export type AuditHead = Pick<AuditHeadTable, 'last_id' | 'hash'>;

/** Empty texts and absent numbers do not filter. Times are unix seconds, both inclusive. */
export interface AuditFilter {
  action?: string | undefined;
  target?: string | undefined;
  actor?: string | undefined;
  actorId?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
  /** Only rows with a smaller id. */
  before?: number | undefined;
}

/** Waits until it is this transaction's turn to write, and returns the end of the chain. */
export function lockHead(tx: Db): Promise<AuditHead> {
  return forUpdate(
    tx,
    tx.selectFrom('audit_head').select(['last_id', 'hash']).where('id', '=', 1),
  ).executeTakeFirstOrThrow();
}

export async function append(tx: Db, rows: readonly AuditRow[], { last_id, hash }: AuditHead): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values([...rows])
    .execute();
  await tx.updateTable('audit_head').set({ last_id, hash }).where('id', '=', 1).execute();
}

export function findHead(db: Db): Promise<AuditHead> {
  return db
    .selectFrom('audit_head')
    .select(['last_id', 'hash'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
}

/** Newest first. */
export function list(
  db: Db,
  filter: AuditFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<AuditRow[]> {
  return matching(db, filter).selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
}

export async function count(db: Db, filter: AuditFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Oldest first, in batches of at most 1,000 rows: for exports and for the check of the chain. */
export async function* stream(db: Db, filter: AuditFilter = {}): AsyncGenerator<AuditRow[]> {
  let after = 0;
  for (;;) {
    const rows = await matching(db, filter)
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(SLICE)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < SLICE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

function matching(db: Db, filter: AuditFilter): SelectQueryBuilder<Schema, 'audit_log', object> {
  let query = db.selectFrom('audit_log');
  if (filter.action) query = query.where('action', '=', asKey(filter.action));
  if (filter.target) query = query.where('target', '=', filter.target);
  if (filter.actor) query = query.where('actor_name', '=', filter.actor);
  if (filter.actorId !== undefined) query = query.where('actor_id', '=', filter.actorId);
  if (filter.from) query = query.where('at', '>=', filter.from);
  if (filter.to) query = query.where('at', '<=', filter.to);
  if (filter.before) query = query.where('id', '<', filter.before);
  return query;
}

const SLICE = 1000;
