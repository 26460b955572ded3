import { createHmac } from 'node:crypto';
import { sealedPlace } from '../auth/sealed-places.ts';
import type { Context } from '../core/context.ts';
import type { HookCall } from '../mail/queue.ts';
import * as users from '../repositories/users.ts';
import { readSetting } from './stored-setting.ts';

/**
 * Calls the webhook of a user as it is set now; without one the call is dropped. With a secret the header
 * `X-Webhook-Signature` holds the HMAC-SHA256 of the body, in hex; the body says when it was written.
 *
 * @throws {Error} when the address is refused, or answers with anything but 2xx
 */
export async function callWebhook(ctx: Context, call: HookCall): Promise<void> {
  const status = await postToWebhook(ctx, call);
  if (status !== undefined && (status < 200 || status > 299))
    throw new Error(`The webhook answered with status ${status}.`);
}

/** The same, for who wants to see the status that it answers with; undefined without a webhook. */
export async function postToWebhook(ctx: Context, { hookOf, body }: HookCall): Promise<number | undefined> {
  const user = await users.find(ctx.db, hookOf);
  const { notify_type, webhook_url, webhook_secret_sealed } = readSetting(user?.setting);
  if (notify_type !== 'webhook' || !webhook_url) return undefined;
  const secret =
    webhook_secret_sealed && ctx.secrets.open(webhook_secret_sealed, sealedPlace.webhookSecret(hookOf));
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
