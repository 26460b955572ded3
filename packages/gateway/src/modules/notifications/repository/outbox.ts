import type { Db } from '../../../db/schema.ts';

export interface OutboxRow {
  id: number;
  topic: string;
  dedup_key: string;
  payload: string;
  next_at: number;
  tries: number;
  /** User id of a webhook call's owner, otherwise 0. */
  owner: number;
}

/** Call in the transaction of the change that it announces. */
export async function add(
  tx: Db,
  row: Pick<OutboxRow, 'topic' | 'dedup_key' | 'payload' | 'next_at'> & Partial<Pick<OutboxRow, 'owner'>>,
): Promise<void> {
  await tx.insertInto('outbox').values(row).execute();
}

/** Lists rows that are due, oldest first. Times in seconds. */
export function listDue(db: Db, topics: readonly string[], at: number, limit: number): Promise<OutboxRow[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('topic', 'in', [...topics])
    .where('next_at', '<=', at)
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Lists owners of rows that are due, longest waiting first. Times in seconds. */
export async function listDueOwners(db: Db, topic: string, at: number, limit: number): Promise<number[]> {
  const owners = await db
    .selectFrom('outbox')
    .select(['owner', (eb) => eb.fn.min('next_at').as('since')])
    .where('topic', '=', topic)
    .where('next_at', '<=', at)
    .groupBy('owner')
    .orderBy('since')
    .orderBy('owner')
    .limit(limit)
    .execute();
  return owners.map(({ owner }) => owner);
}

/** The oldest row of an owner that is due. */
export function findDue(db: Db, topic: string, owner: number, at: number): Promise<OutboxRow | undefined> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('topic', '=', topic)
    .where('owner', '=', owner)
    .where('next_at', '<=', at)
    .orderBy('next_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Claims a row for a while. Of several processes one returns true; a failed one leaves the row due. */
export async function claim(db: Db, { id, tries }: OutboxRow, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ next_at: until, tries: tries + 1 })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function postpone(db: Db, id: number, next_at: number): Promise<void> {
  await db.updateTable('outbox').set({ next_at }).where('id', '=', id).execute();
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute();
}

/** The row of a topic whose turn it is, and how many wait; counts up to `most`. */
export async function findWaiting(
  db: Db,
  topic: string,
  most: number,
): Promise<{ count: number; head: { id: number; nextAt: number } | undefined }> {
  const rows = db.selectFrom('outbox').select('id').where('topic', '=', topic).limit(most).as('waiting');
  const [head, counted] = await Promise.all([
    db
      .selectFrom('outbox')
      .select(['id', 'next_at as nextAt'])
      .where('topic', '=', topic)
      .orderBy('next_at')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom(rows)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { count: Number(counted.count), head };
}
