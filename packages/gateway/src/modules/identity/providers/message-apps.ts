import type { bindTelegram, Parsed, TelegramUser } from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { callerOf } from '../../shared/caller.ts';
import { refuseOldSignIn, refuseSignedInAt } from '../entry/recent-sign-in.ts';
import { withFailureLog } from './ask.ts';
import { bind } from './bind.ts';
import { enter, enterIfKnown } from './enter.ts';
import { binder } from './oauth.ts';
import * as states from './states.ts';
import { identifyByTelegram, refuseWithoutBot } from './telegram.ts';
import { findSigner, type Visit } from './visit.ts';
import { identifyByWechat } from './wechat.ts';

export async function signInByWechatCode(ctx: CallContext, { code }: { code: string }, visit: Visit) {
  return enter(ctx, await withFailureLog(ctx, () => identifyByWechat(ctx, code)), visit);
}

export async function bindByWechatCode(ctx: CallContext, { code }: { code: string }): Promise<undefined> {
  refuseOldSignIn(ctx);
  await bind(ctx, callerOf(ctx), await withFailureLog(ctx, () => identifyByWechat(ctx, code)));
  return undefined;
}

/** Telegram alone does not create accounts: it must be bound to an account first. */
export async function signInByTelegramUser(ctx: CallContext, user: TelegramUser, visit: Visit) {
  return enterIfKnown(ctx, await identifyByTelegram(ctx, user), visit);
}

/** Returns the next address for the browser, which comes here by a redirect. */
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
 * Finds the user to bind. The widget redirects the browser here and cannot send a header, so the page
 * requests a state before. Without a state, only a page that names its user may bind: any person can make a
 * link with their own signed data.
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
