import { type Context, type Topic, transact } from '../core/context.ts';

/** Runs one change in a transaction and tells every process what it touched. */
export async function change<C extends Context, T>(
  ctx: C,
  topics: readonly Topic[],
  work: (tx: C) => Promise<T>,
): Promise<T> {
  const result = await transact(ctx, async (tx) => {
    const answer = await work(tx);
    await ctx.revisions.bump(tx.db, ...topics);
    return answer;
  });
  if (topics.includes('options')) await ctx.options.reload(); // who saved an option reads it back at once
  ctx.revisions.announce(...topics);
  return result;
}
