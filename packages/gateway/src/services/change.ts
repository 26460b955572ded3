import { type Change, type Context, transact, type UserChange } from '../core/context.ts';

/** What a change touches, or a function that returns it from the result of the work. */
type Changes<T> = readonly Change[] | ((result: T) => readonly Change[]);

/** Runs one change in a transaction and tells every process what it touched. */
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
  if (touched.includes('options')) await ctx.options.reload(); // who saved an option reads it back at once
  ctx.revisions.announce(...touched);
  return result;
}

/** Changes of one user. Processes keep what they remember about all other users. */
export function ofUser(userId: number, ...topics: UserChange['topic'][]): UserChange[] {
  return topics.map((topic) => ({ topic, userId }));
}
