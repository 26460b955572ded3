import { ChannelStatus } from '@tollgate/contract';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { forEachLimited } from '../../../core/limited.ts';
import { nowSeconds } from '../../shared/caller.ts';
import * as rounds from '../../shared/rounds.ts';
import { type ChannelRow, loadChannel } from '../channel-rows.ts';
import { statesOf } from '../keys/channel-key-states.ts';
import { refuse } from '../keys/channel-key-work.ts';
import { logUnreadableKey } from '../keys/channel-keys.ts';
import * as channels from '../repository/channels.ts';
import { toRouteChannel } from '../routing/route-channel.ts';
import { readBalance } from './channel-balance-sources.ts';

/**
 * Reads the balance and stores it.
 *
 * @throws {AppError} `channel_not_found`, `channel_key_unreadable`, `channel_balance_unsupported`, and those
 * of `readAnswer`
 */
export async function update(ctx: Context, { id }: { id: number }): Promise<{ balance: number }> {
  const { balance } = await refresh(ctx, await loadChannel(ctx, id));
  return { balance };
}

/**
 * Updates every enabled channel, several at a time. A failed request keeps the old balance; a key without
 * money is disabled.
 */
export async function updateAll(ctx: Context): Promise<undefined> {
  const rows = await listEnabled(ctx);
  await forEachLimited(rows, AT_ONCE, (row) => refreshOrLeave(ctx, row));
  return undefined;
}

/** The same as a round, when the last one started at least `everySeconds` ago. */
export async function updateInRound(ctx: Context, everySeconds: number): Promise<void> {
  const rows = await listEnabled(ctx);
  await rounds.run(ctx, 'channel-balances', { total: rows.length, everySeconds }, async (round) => {
    let [done, failed] = [0, 0];
    await forEachLimited(rows, AT_ONCE, async (row) => {
      await round.assertHeld();
      if (!(await refreshOrLeave(ctx, row))) failed += 1;
      done += 1;
      await round.advance({ done, failed });
    });
  });
}

function listEnabled(ctx: Context): Promise<ChannelRow[]> {
  return channels.listByStatus(ctx.db, [ChannelStatus.enabled]);
}

/** Bounded, so that the updates do not use up all connections. */
const AT_ONCE = 8;

/** Returns whether the provider named its balance. */
async function refreshOrLeave(ctx: Context, row: ChannelRow): Promise<boolean> {
  try {
    const { balance, key } = await refresh(ctx, row);
    if (balance <= 0 && row.auto_ban === 1) await refuse(ctx, row.id, key, 'the balance is used up');
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'channel_key_unreadable') logUnreadableKey(ctx, row.id);
    return false;
  }
}

/** Uses the first enabled key of several. */
async function refresh(ctx: Context, row: ChannelRow): Promise<{ balance: number; key: string }> {
  const { id, type, base_url, other } = row;
  const channel = toRouteChannel({ ...row, multi_key_mode: 'polling' }, ctx.secrets, await statesOf(ctx, id));
  const key = channel.key();
  const balance = await readBalance(ctx, { type, base_url, other, key, proxy: channel.proxy });
  await channels.update(ctx.db, id, { balance, balance_updated_time: nowSeconds(ctx) });
  return { balance, key };
}
