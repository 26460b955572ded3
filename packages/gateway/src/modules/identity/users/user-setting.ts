import type { Parsed, saveUserSetting } from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { looksPrivate } from '../../channels/destination/channel-hosts.ts';
import { sealedPlace } from '../../secrets/sealed-places.ts';
import { callerOf } from '../../shared/caller.ts';
import { change, ofUser } from '../../shared/change.ts';
import * as users from '../repository/users.ts';
import { readSetting, type StoredSetting } from './stored-setting.ts';

/**
 * Saves how the caller is warned. Drops the fields of the other way; a blank secret keeps the stored one, as
 * it is never shown again.
 *
 * @throws {AppError} `invalid_input` naming the field
 */
export async function save(ctx: CallContext, input: Parsed<typeof saveUserSetting>): Promise<undefined> {
  const { id } = callerOf(ctx);
  if (input.notify_type === 'webhook') refuseWebhookUrl(input.webhook_url);
  await change(ctx, ofUser(id, 'users'), async (tx) => {
    const before = readSetting((await users.find(tx.db, id))?.setting);
    await users.update(tx.db, id, {
      setting: JSON.stringify(toStored(tx, id, input, before)),
      warned: 0, // another threshold, another warning
    });
  });
  return undefined;
}

function toStored(
  tx: CallContext,
  id: number,
  input: Parsed<typeof saveUserSetting>,
  before: StoredSetting,
): StoredSetting {
  const { notify_type, quota_warning_threshold, accept_unset_model_ratio_model } = input;
  const language = tx.language;
  const always = { notify_type, quota_warning_threshold, accept_unset_model_ratio_model, language };
  if (notify_type === 'email') {
    return { ...always, ...(input.notification_email && { notification_email: input.notification_email }) };
  }
  const sealed = input.webhook_secret
    ? tx.secrets.seal(input.webhook_secret, sealedPlace.webhookSecret(id))
    : before.webhook_secret_sealed;
  return {
    ...always,
    webhook_url: input.webhook_url ?? '',
    ...(sealed && { webhook_secret_sealed: sealed }),
  };
}

/**
 * Checks the address alone, so that a user does not wait for warnings that cannot arrive; the rest is checked
 * when it is dialled.
 */
function refuseWebhookUrl(text: string | undefined): void {
  if (!text) throw new AppError('invalid_input', { field: 'webhook_url', reason: 'required' });
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:') refuse('https');
  else if (url?.protocol !== 'https:' || url.username || url.password) refuse('url');
  else if (looksPrivate(url.hostname.replace(/^\[(.+)\]$/, '$1'))) refuse('private_host');

  function refuse(reason: string): never {
    throw new AppError('invalid_input', { field: 'webhook_url', reason });
  }
}
