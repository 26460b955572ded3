import type { Topic } from '../core/context.ts';
import { insertIfNew } from '../db/portable.ts';
import type { Db } from '../db/schema.ts';

export async function list(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('revisions').select(['topic', 'revision']).execute();
  return new Map(rows.map(({ topic, revision }) => [topic, Number(revision)]));
}

export async function increase(db: Db, topics: readonly Topic[]): Promise<void> {
  for (const topic of [...topics].sort()) {
    if (await add(db, topic)) continue;
    // The first change ever of this kind; somebody else may be making the first one too.
    if (!(await insertIfNew(db, 'revisions', { topic, revision: 1 }))) await add(db, topic);
  }
}

async function add(db: Db, topic: Topic): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('revisions')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('topic', '=', topic)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
