import { MAX_NOTIFICATIONS, type NotificationKind } from '@tollgate/contract';
import { afterCommit, beforeCommit, type Context } from '../../core/context.ts';
import { nowSeconds } from '../shared/caller.ts';
import { ofUser } from '../shared/change.ts';
import type { Facts } from './notification-text.ts';
import * as notifications from './repository/notifications.ts';

/** What happened. The same subject again takes the place of its older notification and is unread again. */
export interface News {
  readonly kind: NotificationKind;
  /** What it is about: `channel:5`. At most 96 characters. */
  readonly subject: string;
  readonly facts: Facts;
  /** Path in the console. */
  readonly link?: string;
}

/** Puts a notification into the inbox of users, in the transaction of what happened. Open pages show it at once. */
export async function notify(tx: Context, userIds: readonly number[], news: News): Promise<void> {
  const { kind, subject, facts, link = '' } = news;
  for (const user_id of userIds) {
    const row = { user_id, kind, subject, link, facts: JSON.stringify(facts), created_at: nowSeconds(tx) };
    await notifications.put(tx.db, row);
    await notifications.keepNewest(tx.db, user_id, MAX_NOTIFICATIONS);
  }
  if (userIds.length > 0) announce(tx, userIds);
}

/** Tells open pages of these users that their inbox changed, once the transaction is committed. */
export function announce(tx: Context, userIds: readonly number[]): void {
  const changes = userIds.flatMap((userId) => ofUser(userId, 'notifications'));
  beforeCommit(tx, () => tx.revisions.bump(tx.db, ...changes));
  afterCommit(tx, async ({ revisions }) => revisions.announce(...changes));
}
