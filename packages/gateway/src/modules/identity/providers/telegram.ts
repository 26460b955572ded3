import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { TelegramUser } from '@tollgate/contract';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { sha256 } from '../../secrets/secrets.ts';
import * as states from '../repository/sign-in-states.ts';
import { type Identity, providerName } from './identity.ts';

/**
 * Returns the identity from the widget. Its signature is valid for ten minutes and once: the data is part of
 * an address, and addresses are logged. https://core.telegram.org/widgets/login#checking-authorization
 *
 * @throws {AppError} `sign_in_off`, `telegram_data_wrong`
 */
export async function identifyByTelegram(ctx: Context, user: TelegramUser): Promise<Identity> {
  refuseWithoutBot(ctx);
  const { hash, id, first_name, last_name, username, photo_url, auth_date, lang } = user;
  const person = { id, first_name, last_name, username, photo_url, auth_date };
  const token = ctx.options.current.TelegramBotToken;
  // Pages add the language of the widget, whether Telegram signed one or not. It is not used.
  const isSigned = isSignedWith(token, person, hash) || isSignedWith(token, { ...person, lang }, hash);
  const nowSeconds = Math.floor(ctx.now() / 1000);
  const isFresh = auth_date > nowSeconds - MAX_AGE_SECONDS && auth_date < nowSeconds + MAX_SKEW_SECONDS;
  if (!isSigned || !isFresh || id <= 0) throw new AppError('telegram_data_wrong');

  const spent = await states.spendProof(ctx.db, sha256(`telegram:${hash}`), auth_date + MAX_AGE_SECONDS);
  if (!spent) throw new AppError('telegram_data_wrong');
  return { provider: 'telegram', subject: String(id), label: String(id), displayName: first_name };
}

/** @throws {AppError} `sign_in_off`, also without a token: anyone could sign with an empty one. */
export function refuseWithoutBot({ options: { current } }: Context): void {
  if (current.TelegramOAuthEnabled && current.TelegramBotToken !== '') return;
  throw new AppError('sign_in_off', { provider: providerName.telegram });
}

function isSignedWith(botToken: string, fields: Record<string, string | number | undefined>, hash: string) {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  // A line break in a value could be parsed as another field.
  if (present.some(([, value]) => /[\r\n]/.test(String(value)))) return false;
  const lines = present.map(([name, value]) => `${name}=${value}`).sort();
  const key = createHash('sha256').update(botToken).digest();
  const expected = createHmac('sha256', key).update(lines.join('\n')).digest();
  // Only one spelling is accepted: another one would count as an unused proof.
  const sent = Buffer.from(/^[0-9a-f]{64}$/.test(hash) ? hash : '', 'hex');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

const MAX_AGE_SECONDS = 600;
const MAX_SKEW_SECONDS = 60;
