import { expect } from 'vitest';
import { openGateway } from '../../cli/open-gateway.ts';
import { readConfig } from '../../config.ts';
import { systemClock } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { pollDrawings } from '../../jobs/poll-tasks.ts';
import { createLog } from '../../log.ts';

/**
 * Opens a killed gateway by its data folder, or by its settings when it has more, without listening. Its clock may be
 * ahead.
 */
export async function withGateway<T>(
  place: string | Readonly<Record<string, string>>,
  aheadMs: number,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const settings = typeof place === 'string' ? { DATA_DIR: place } : place;
  const config = readConfig({ ...settings, SSRF_ALLOW: '127.0.0.1/32' });
  const gateway = await openGateway(config, createLog('silent'), {
    ...systemClock,
    now: () => Date.now() + aheadMs,
  });
  try {
    return await work(gateway.ctx);
  } finally {
    await gateway.close();
  }
}

/** Polls drawings until none is under way, and until their log rows are written. */
export async function endDrawings(ctx: Context): Promise<void> {
  const left = async () => {
    await pollDrawings.run(ctx);
    return (await ctx.db.selectFrom('pending_tasks').select('id').execute()).length;
  };
  await expect.poll(left, { timeout: 300_000 }).toBe(0);
  await ctx.ledger.deliver();
}

/** Returns ids of the calls with an entry of this kind on their user's account, once for each entry. */
export async function bookedCalls({ db }: Context, kind: 'usage' | 'refund'): Promise<string[]> {
  const rows = await db
    .selectFrom('entry')
    .innerJoin('account', 'account.id', 'entry.account')
    .select('entry.ref')
    .where('account.owner_type', '=', 'user')
    .where('entry.kind', '=', kind)
    .execute();
  return rows.map(({ ref }) => ref);
}
