import { createHmac } from 'node:crypto';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { HookCall } from '../../mail/queue.ts';
import * as users from '../identity/repository/users.ts';
import { readSetting } from '../identity/users/stored-setting.ts';
import { sealedPlace } from '../secrets/sealed-places.ts';
import { tryOpen } from '../secrets/secrets.ts';

/**
 * Calls the webhook of a user as it is set now; drops the call when there is none. With a secret the header
 * `X-Webhook-Signature` holds the HMAC-SHA256 of the body, in hex; the body has its time.
 *
 * @throws {Error} when the address is refused, or answers with anything but 2xx, or its secret cannot be read
 */
export async function callWebhook(ctx: Context, call: HookCall): Promise<void> {
  const status = await postToWebhook(ctx, call);
  if (status !== undefined && (status < 200 || status > 299))
    throw new Error(`The webhook answered with status ${status}.`);
}

/**
 * The same, but returns the response; undefined without a webhook. Sends nothing when it cannot be signed.
 *
 * @throws {AppError} `webhook_secret_unreadable`
 */
export async function postToWebhook(ctx: Context, { hookOf, body }: HookCall): Promise<number | undefined> {
  const user = await users.find(ctx.db, hookOf);
  const { notify_type, webhook_url, webhook_secret_sealed } = readSetting(user?.setting);
  if (notify_type !== 'webhook' || !webhook_url) return undefined;
  const secret =
    webhook_secret_sealed && tryOpen(ctx.secrets, webhook_secret_sealed, sealedPlace.webhookSecret(hookOf));
  if (webhook_secret_sealed && secret === undefined) throw new AppError('webhook_secret_unreadable');
  const { status } = await ctx.outbound.request('user_webhook', webhook_url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(secret && { 'x-webhook-signature': createHmac('sha256', secret).update(body).digest('hex') }),
    },
    body,
    timeoutMs: 10_000,
    maxBytes: 100_000,
  });
  return status;
}
