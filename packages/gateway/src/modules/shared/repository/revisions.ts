import type { Change, Topic } from '../../../core/context.ts';
import { insertIfNew } from '../../../db/portable.ts';
import type { Db } from '../../../db/schema.ts';

/** How many revisions of a topic keep the id of their user. A gateway that misses more forgets all users. */
export const MAX_STORED_CHANGES = 1000;

export async function list(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('revisions').select(['topic', 'revision']).execute();
  return new Map(rows.map(({ topic, revision }) => [topic, Number(revision)]));
}

/**
 * Returns the users that changed after revision `since` up to revision `until` of a topic. Returns
 * `undefined` when other users may have changed too: a revision concerns all users, or its row is deleted.
 */
export async function listUsers(
  db: Db,
  topic: string,
  since: number,
  until: number,
): Promise<Set<number> | undefined> {
  if (until < since || until - since > MAX_STORED_CHANGES) return undefined;
  const rows = await db
    .selectFrom('recent_changes')
    .select('user_id')
    .where('topic', '=', topic)
    .where('revision', '>', since)
    .where('revision', '<=', until)
    .execute();
  return rows.length === until - since ? new Set(rows.map(({ user_id }) => Number(user_id))) : undefined;
}

/**
 * Adds one revision for each change. The row of a topic stays locked until the transaction ends, so revisions
 * become visible in their order and without gaps.
 */
export async function increase(db: Db, changes: readonly Change[]): Promise<void> {
  for (const { topic, userId } of changes.map(toParts).sort(byTopic)) {
    await increaseOne(db, topic);
    if (userId !== undefined) await rememberUser(db, topic, userId);
  }
}

function toParts(change: Change): { topic: Topic; userId?: number } {
  return typeof change === 'string' ? { topic: change } : change;
}

/** One order for all transactions, so that they cannot deadlock. */
function byTopic(one: { topic: string }, other: { topic: string }): number {
  return one.topic < other.topic ? -1 : Number(one.topic > other.topic);
}

async function increaseOne(db: Db, topic: Topic): Promise<void> {
  if (await add(db, topic)) return;
  // The first change of this topic; another process may insert it at the same time.
  if (!(await insertIfNew(db, 'revisions', { topic, revision: 1 }))) await add(db, topic);
}

async function add(db: Db, topic: Topic): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('revisions')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('topic', '=', topic)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function rememberUser(db: Db, topic: Topic, userId: number): Promise<void> {
  const row = await db
    .selectFrom('revisions')
    .select('revision')
    .where('topic', '=', topic)
    .executeTakeFirstOrThrow();
  const revision = Number(row.revision);
  await db.insertInto('recent_changes').values({ topic, revision, user_id: userId }).execute();
  await db
    .deleteFrom('recent_changes')
    .where('topic', '=', topic)
    .where('revision', '<=', revision - MAX_STORED_CHANGES)
    .execute();
}
