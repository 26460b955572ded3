import { createHmac } from 'node:crypto';
import { sealedPlace } from '../auth/sealed-places.ts';
import { tryOpen } from '../auth/secrets.ts';
import type { Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import type { HookCall } from '../mail/queue.ts';
import * as users from '../repositories/users.ts';
import { readSetting } from './stored-setting.ts';

/**
 * Calls the webhook of a user as it is set now; without one the call is dropped. With a secret the header
 * `X-Webhook-Signature` holds the HMAC-SHA256 of the body, in hex; the body says when it was written.
 *
 * @throws {Error} when the address is refused, or answers with anything but 2xx, or its secret cannot be read
 */
export async function callWebhook(ctx: Context, call: HookCall): Promise<void> {
  const status = await postToWebhook(ctx, call);
  if (status !== undefined && (status < 200 || status > 299))
    throw new Error(`The webhook answered with status ${status}.`);
}

/**
 * The same, for who wants to see the status that it answers with; undefined without a webhook. Without its signature
 * nothing is sent.
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
