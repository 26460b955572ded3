import type { countNotifications, Notification, Output, Parsed, readNotifications } from '@tollgate/contract';
import { type CallContext, type Context, transact } from '../../core/context.ts';
import { callerOf, nowSeconds } from '../shared/caller.ts';
import { type Facts, isKind, writeNotification } from './notification-text.ts';
import { announce } from './notify.ts';
import * as notifications from './repository/notifications.ts';

/** The notifications of the caller, newest first, in their language. */
export async function list(ctx: CallContext): Promise<Notification[]> {
  const rows = await notifications.listOf(ctx.db, callerOf(ctx).id);
  return rows.flatMap(({ id, kind, link, facts, created_at, read_at }) => {
    if (!isKind(kind)) return []; // of a newer gateway on the same database
    const words = writeNotification(ctx, kind, JSON.parse(facts) as Facts);
    return [{ id, kind, ...words, link, created_at, is_read: read_at > 0 }];
  });
}

export async function count(ctx: CallContext): Promise<Output<typeof countNotifications>> {
  return { unread: await notifications.countUnread(ctx.db, callerOf(ctx).id) };
}

/** Also updates the caller's other open pages. An id of somebody else's notification changes nothing. */
export async function markRead(
  ctx: CallContext,
  { id }: Parsed<typeof readNotifications>,
): Promise<Output<typeof countNotifications>> {
  const userId = callerOf(ctx).id;
  await transact(ctx, async (tx) => {
    if (await notifications.markRead(tx.db, userId, { id, at: nowSeconds(tx) })) announce(tx, [userId]);
  });
  return count(ctx);
}

/** Deletes what is older than 90 days. */
export function sweep(ctx: Context): Promise<void> {
  return notifications.removeOlder(ctx.db, nowSeconds(ctx) - MAX_AGE_SECONDS);
}

const MAX_AGE_SECONDS = 90 * 86_400;
