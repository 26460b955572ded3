import type { Parsed, requestPasswordReset, resetPassword } from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { recordAction } from '../../audit/audit-log.ts';
import { refuseWithoutMail, sendMail } from '../../notifications/mail.ts';
import { randomText } from '../../secrets/random.ts';
import { change, ofUser } from '../../shared/change.ts';
import { knownRequesterAt } from '../../shared/requester.ts';
import { endAccess } from '../credentials/end-access.ts';
import { hashPassword } from '../credentials/passwords.ts';
import * as users from '../repository/users.ts';
import * as codes from './codes.ts';
import { refuseRobots } from './human-check.ts';
import { type Device, rememberOrigin } from './known-origins.ts';
import type { Visit } from './open-session.ts';

/** Mails a link to the owner of the address. The response and its time are the same without an owner. */
export async function mailResetLink(
  ctx: CallContext,
  { email, turnstile }: Parsed<typeof requestPasswordReset>,
  visit: Visit,
): Promise<undefined> {
  refuseWithoutMail(ctx);
  await refuseRobots(ctx, { token: turnstile, action: 'reset', visit });
  await codes.countRequest(ctx, 'reset', email);
  await sendMail(ctx, { about: 'reset', to: email, language: ctx.language });
  return undefined;
}

/**
 * Sets a new password, which is returned this once, and ends every session and the access token. Of
 * concurrent requests with one link exactly one succeeds. The owner of the mailbox may sign in from this
 * place, so it is known from then on.
 *
 * @throws {AppError} `reset_link_wrong`, `passwords_busy`
 */
export async function reset(
  ctx: CallContext,
  { email, token }: Parsed<typeof resetPassword>,
  visit: Device,
): Promise<{ password: string; device: string }> {
  // Checked before the slow part. Wrong links are not counted: 32 random characters cannot be guessed.
  if (!(await codes.isValidCode(ctx, 'reset', email, token))) throw new AppError('reset_link_wrong');
  const password = randomText(20);
  const password_hash = await hashPassword(password, knownRequesterAt(ctx));
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
