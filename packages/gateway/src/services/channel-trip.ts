import { type Context, transact } from '../core/context.ts';
import * as table from '../repositories/relay-channels.ts';
import { recordAction } from './audit-log.ts';
import { nowSeconds } from './caller.ts';

/** Takes an enabled channel out of service, with the reason. Answers false when somebody else was faster. */
export async function trip(ctx: Context, channelId: number, reason: string): Promise<boolean> {
  const tripped = await transact(ctx, async (tx) => {
    const first = await tripIn(tx, channelId, reason);
    if (first) await tx.revisions.bump(tx.db, 'channels');
    return first;
  });
  if (!tripped) return false;
  ctx.revisions.announce('channels');
  ctx.log.warn({ channel: channelId, reason }, 'channel taken out of service');
  return true;
}

/** The same within a transaction that tells of it. */
export async function tripIn(tx: Context, channelId: number, reason: string): Promise<boolean> {
  const first = await table.trip(tx.db, channelId, reason.slice(0, 500), nowSeconds(tx));
  if (first) recordAction(tx, { action: 'channel.trip', target: `channel:${channelId}`, after: { reason } });
  return first;
}
