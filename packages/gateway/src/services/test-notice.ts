import type { CallContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import * as users from '../repositories/users.ts';
import { callerOf, nowSeconds } from './caller.ts';
import { sendTest } from './mail.ts';
import { readSetting } from './stored-setting.ts';
import { postToWebhook } from './webhooks.ts';

/**
 * Sends the caller a test the way their saved setting says, while they wait.
 *
 * @throws {AppError} `notification_address_missing`, `mail_off`, `mail_failed`, `webhook_missing`, `webhook_status`,
 *   `webhook_failed`, `webhook_secret_unreadable`
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

/** Whether an address was refused or is silent stays untold: nobody scans a private network by it. */
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
