import type { Topic } from '../core/context.ts';
import type { Db } from '../db/schema.ts';

export async function list(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('revisions').select(['topic', 'revision']).execute();
  return new Map(rows.map(({ topic, revision }) => [topic, Number(revision)]));
}

export async function increase(db: Db, topics: readonly Topic[]): Promise<void> {
  for (const topic of [...topics].sort()) {
    const { numUpdatedRows } = await db
      .updateTable('revisions')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('topic', '=', topic)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) await db.insertInto('revisions').values({ topic, revision: 1 }).execute();
  }
}
