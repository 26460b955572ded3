import { type Context, transact } from '../../../core/context.ts';
import { recordAction } from '../../audit/audit-log.ts';
import { listAdminIds } from '../../identity/repository/users.ts';
import { notify } from '../../notifications/notify.ts';
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
  if (!first) return false;
  const target = `channel:${channelId}`;
  recordAction(tx, { action: 'channel.trip', target, after: { reason } });
  const channel = (await table.findName(tx.db, channelId)) ?? `#${channelId}`;
  const facts = { channel, reason: reason.slice(0, 300) };
  const link = `/channel/edit/${channelId}`;
  await notify(tx, await listAdminIds(tx.db), { kind: 'channel_tripped', subject: target, facts, link });
  return true;
}
