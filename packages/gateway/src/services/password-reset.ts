import type { Parsed, requestPasswordReset, resetPassword } from '@tollgate/contract';
import { endAccess } from '../auth/end-access.ts';
import { hashPassword } from '../auth/passwords.ts';
import { randomText } from '../auth/random.ts';
import type { CallContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import * as users from '../repositories/users.ts';
import { recordAction } from './audit-log.ts';
import { change, ofUser } from './change.ts';
import * as codes from './codes.ts';
import { refuseRobots } from './human-check.ts';
import { type Device, rememberOrigin } from './known-origins.ts';
import { refuseWithoutMail, sendMail } from './mail.ts';
import type { Visit } from './open-session.ts';
import { knownAt } from './requester.ts';

/** Mails a link to whoever has the address. The answer and the time it takes are the same when nobody has it. */
export async function mailResetLink(
  ctx: CallContext,
  { email, turnstile }: Parsed<typeof requestPasswordReset>,
  visit: Visit,
): Promise<undefined> {
  refuseWithoutMail(ctx);
  await refuseRobots(ctx, { token: turnstile, action: 'reset', visit });
  await codes.countAsking(ctx, 'reset', email);
  await sendMail(ctx, { about: 'reset', to: email, language: ctx.language });
  return undefined;
}

/**
 * Sets a new password, which is shown this once, and ends every session and the access token. Of many who bring one link
 * exactly one wins. Whoever reads the owner's mail may sign in from where they are, so the place is known from then on.
 *
 * @throws {AppError} `reset_link_wrong`, `passwords_busy`
 */
export async function reset(
  ctx: CallContext,
  { email, token }: Parsed<typeof resetPassword>,
  visit: Device,
): Promise<{ password: string; device: string }> {
  // Looked at before the slow part. A wrong link is not held against the right one: 32 random characters cannot be guessed.
  if (!(await codes.isRight(ctx, 'reset', email, token))) throw new AppError('reset_link_wrong');
  const password = randomText(20);
  const password_hash = await hashPassword(password, knownAt(ctx));
  const { device } = await change(
    ctx,
    ({ id }: { id: number }) => ofUser(id, 'users'),
    async (tx) => {
      const user = await users.findByEmail(tx.db, email);
      if (!user || !(await codes.use(tx, 'reset', email, token))) throw new AppError('reset_link_wrong');
      await users.update(tx.db, user.id, { password_hash });
      await endAccess(tx, user.id);
      const { id, username } = user;
      recordAction({ ...tx, caller: null }, { action: 'user.password_reset', target: `user:${id}` });
      const values = { username };
      await sendMail(tx, { to: email, template: 'password_changed', language: ctx.language, values });
      return { id, device: await rememberOrigin(tx, id, visit) };
    },
  );
  return { password, device };
}
