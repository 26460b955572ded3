import type { bindTelegram, Parsed, TelegramUser } from '@tollgate/contract';
import type { CallContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { callerOf } from '../services/caller.ts';
import { refuseOldSignIn, refuseSignedInAt } from '../services/recent-sign-in.ts';
import { tellingWhy } from './ask.ts';
import { bind } from './bind.ts';
import { enter, enterIfKnown } from './enter.ts';
import { binder } from './oauth.ts';
import * as states from './states.ts';
import { identifyByTelegram, refuseWithoutBot } from './telegram.ts';
import { findSigner, type Visit } from './visit.ts';
import { identifyByWechat } from './wechat.ts';

export async function signInByWechatCode(ctx: CallContext, { code }: { code: string }, visit: Visit) {
  return enter(ctx, await tellingWhy(ctx, () => identifyByWechat(ctx, code)), visit);
}

export async function bindByWechatCode(ctx: CallContext, { code }: { code: string }): Promise<undefined> {
  refuseOldSignIn(ctx);
  await bind(ctx, callerOf(ctx), await tellingWhy(ctx, () => identifyByWechat(ctx, code)));
  return undefined;
}

/** Nobody joins by Telegram alone: an account that it was bound to comes first. */
export async function signInByTelegramUser(ctx: CallContext, user: TelegramUser, visit: Visit) {
  return enterIfKnown(ctx, await identifyByTelegram(ctx, user), visit);
}

/** Answers where the browser goes next, as it comes here by itself. */
export async function bindByTelegramUser(
  ctx: CallContext,
  { state, ...user }: Parsed<typeof bindTelegram>,
  visit: Visit,
): Promise<string> {
  refuseWithoutBot(ctx);
  const person = await telegramBinder(ctx, state, visit);
  await bind(ctx, person, await identifyByTelegram(ctx, user));
  return '/personal';
}

/**
 * The widget leads the browser here and cannot send a header. So the page asked for a state before; without one, only
 * a page that can say whose it is may bind: anybody can make a link with signed data of their own.
 */
async function telegramBinder(ctx: CallContext, state: string | undefined, visit: Visit) {
  if (state === undefined) {
    const signer = await findSigner(ctx, visit);
    if (!signer) throw new AppError('telegram_start_missing');
    refuseSignedInAt(ctx, signer.created_at);
    return signer;
  }
  const { user_id } = await states.take(ctx, 'telegram', state, visit);
  return binder(ctx, visit, user_id);
}
