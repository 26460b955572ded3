import { type Context, transact } from '../../../core/context.ts';
import { recordAction } from '../../audit/audit-log.ts';
import { nowSeconds } from '../../shared/caller.ts';
import * as table from '../repository/relay-channels.ts';

/** Disables an enabled channel, with the reason. Returns false when another process did so first. */
export async function trip(ctx: Context, channelId: number, reason: string): Promise<boolean> {
  const tripped = await transact(ctx, async (tx) => {
    const first = await tripInTransaction(tx, channelId, reason);
    if (first) await tx.revisions.bump(tx.db, 'channels');
    return first;
  });
  if (!tripped) return false;
  ctx.revisions.announce('channels');
  ctx.log.warn({ channel: channelId, reason }, 'channel taken out of service');
  return true;
}

/** The same within a transaction that announces the change. */
export async function tripInTransaction(tx: Context, channelId: number, reason: string): Promise<boolean> {
  const first = await table.trip(tx.db, channelId, reason.slice(0, 500), nowSeconds(tx));
  if (first) recordAction(tx, { action: 'channel.trip', target: `channel:${channelId}`, after: { reason } });
  return first;
}
