import { type Change, type Context, transact, type UserChange } from '../../core/context.ts';

/** The changes, or a function that returns them from the result of the work. */
type Changes<T> = readonly Change[] | ((result: T) => readonly Change[]);

/** Runs a change in a transaction and announces it to every process. */
export async function change<C extends Context, T>(
  ctx: C,
  changes: Changes<T>,
  work: (tx: C) => Promise<T>,
): Promise<T> {
  const listChanges = (result: T) => (typeof changes === 'function' ? changes(result) : changes);
  const result = await transact(ctx, async (tx) => {
    const answer = await work(tx);
    await ctx.revisions.bump(tx.db, ...listChanges(answer));
    return answer;
  });
  const touched = listChanges(result);
  if (touched.includes('options')) await ctx.options.reload(); // a caller who saved an option reads it back at once
  ctx.revisions.announce(...touched);
  return result;
}

/** Changes of one user. Processes keep their cached data of all other users. */
export function ofUser(userId: number, ...topics: UserChange['topic'][]): UserChange[] {
  return topics.map((topic) => ({ topic, userId }));
}
