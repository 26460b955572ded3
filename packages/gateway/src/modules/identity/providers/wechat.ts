import * as z from 'zod';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { ask, withQuery } from './ask.ts';
import { type Identity, providerName } from './identity.ts';

/**
 * Returns the identity of a WeChat code. A small server next to the WeChat account hands out the codes: `GET
 * /api/wechat/user?code=` with its token answers `{ success, data: <id> }`.
 *
 * @throws {AppError} `sign_in_off`, `wechat_code_wrong`, `sign_in_unreachable`
 */
export async function identifyByWechat(ctx: Context, code: string): Promise<Identity> {
  const { WeChatAuthEnabled, WeChatServerAddress: server, WeChatServerToken: token } = ctx.options.current;
  if (!WeChatAuthEnabled || server === '' || token === '') {
    throw new AppError('sign_in_off', { provider: providerName.wechat });
  }
  const url = withQuery(`${server}/api/wechat/user`, { code });
  const answer = answerSchema.safeParse(await ask(ctx, 'wechat', { url, headers: { authorization: token } }));
  if (!answer.success) throw new AppError('wechat_code_wrong', {}, { cause: answer.error });
  const { data: id } = answer.data;
  return { provider: 'wechat', subject: id, label: id };
}

const answerSchema = z.object({ success: z.literal(true), data: z.string().min(1).max(128) });
