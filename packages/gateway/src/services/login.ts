import { type login, type logout, type Output, type Parsed, UserStatus } from '@tollgate/contract';
import { hashPassword, isBcrypt, verifyPassword } from '../auth/passwords.ts';
import * as sessions from '../auth/sessions.ts';
import type { CallContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import * as users from '../repositories/users.ts';
import { guessesOf } from './guesses.ts';
import { refuseRobots } from './human-check.ts';
import { openSession, type Visit } from './open-session.ts';

/**
 * Checks name (or e-mail) and password and starts a session; an older one of the same browser ends. Unknown names,
 * wrong passwords and disabled accounts are answered alike and take the same time.
 *
 * @throws {AppError} `password_login_off`, `login_failed`, `rate_limited`, `busy`
 */
export async function signIn(
  ctx: CallContext,
  { username, password, turnstile }: Parsed<typeof login>,
  visit: Visit,
) {
  if (!ctx.options.current.PasswordLoginEnabled) throw new AppError('password_login_off');
  const guesses = guessesOf(ctx, username);
  await guesses.refuseTooMany();
  await refuseRobots(ctx, { token: turnstile, action: 'login', visit });
  await guesses.count();
  const user = await users.findByLogin(ctx.db, username);
  const right = await verifyPassword(password, user?.password_hash);
  if (!user || !right || user.status !== UserStatus.enabled) {
    await guesses.wasWrong();
    throw new AppError('login_failed');
  }
  await guesses.wasRight();
  if (isBcrypt(user.password_hash)) {
    await users.update(ctx.db, user.id, { password_hash: await hashPassword(password) });
  }
  return openSession(ctx, user, visit);
}

export async function signOut(ctx: CallContext, secret: string | undefined): Promise<Output<typeof logout>> {
  if (secret) await sessions.end(ctx, secret);
  return undefined;
}
