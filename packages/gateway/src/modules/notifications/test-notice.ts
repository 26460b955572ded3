import type { CallContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import * as users from '../identity/repository/users.ts';
import { readSetting } from '../identity/users/stored-setting.ts';
import { callerOf, nowSeconds } from '../shared/caller.ts';
import { sendTest } from './mail.ts';
import { postToWebhook } from './webhooks.ts';

/**
 * Sends the caller a test notice by their saved setting, while they wait.
 *
 * @throws {AppError} `notification_address_missing`, `mail_off`, `mail_failed`, `webhook_missing`,
 * `webhook_status`, `webhook_failed`, `webhook_secret_unreadable`
 */
export async function sendTestNotice(ctx: CallContext): Promise<undefined> {
  const user = await users.find(ctx.db, callerOf(ctx).id);
  if (!user) throw new AppError('not_signed_in');
  const { notify_type, notification_email } = readSetting(user.setting);
  if (notify_type === 'webhook') return testWebhook(ctx, user);
  const to = notification_email || user.email;
  if (to === '') throw new AppError('notification_address_missing');
  return sendTest(ctx, { to, template: 'notice_test', values: { username: user.username } });
}

/** Does not reveal whether an address was refused or is silent, to prevent scans of private networks. */
async function testWebhook(ctx: CallContext, { id, username }: users.UserRow): Promise<undefined> {
  const body = JSON.stringify({ type: 'test', username, timestamp: nowSeconds(ctx) });
  const status = await postToWebhook(ctx, { hookOf: id, body }).catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause;
    throw new AppError('webhook_failed', {}, { cause });
  });
  if (status === undefined) throw new AppError('webhook_missing');
  if (status < 200 || status > 299) throw new AppError('webhook_status', { status });
  return undefined;
}
