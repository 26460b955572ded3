import { type login, type logout, type Output, type Parsed, UserStatus } from '@tollgate/contract';
import { hashPassword, isBcrypt, verifyPassword } from '../auth/passwords.ts';
import * as sessions from '../auth/sessions.ts';
import type { CallContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import * as users from '../repositories/users.ts';
import { signInGuesses } from './guesses.ts';
import { refuseRobots } from './human-check.ts';
import { findKnownOrigin } from './known-origins.ts';
import { type OpenedSession, openSession, type Visit } from './open-session.ts';
import { knownAt, strangerAt } from './requester.ts';

/**
 * Checks name (or e-mail) and password and starts a session; an older one of the same browser ends. Unknown names,
 * wrong passwords and disabled accounts are answered alike and take the same time.
 *
 * @throws {AppError} `password_login_off`, `login_failed`, `rate_limited`, `sign_in_paused`, `passwords_busy`
 */
export async function signIn(
  ctx: CallContext,
  { username, password, turnstile }: Parsed<typeof login>,
  visit: Visit,
): Promise<OpenedSession> {
  if (!ctx.options.current.PasswordLoginEnabled) throw new AppError('password_login_off');
  const user = await users.findByLogin(ctx.db, username);
  const knownOrigin = user && (await findKnownOrigin(ctx, user.id, visit));
  const guesses = signInGuesses(ctx, username, knownOrigin ? { userId: user.id, knownOrigin } : undefined);
  await guesses.refuseTooMany();
  await refuseRobots(ctx, { token: turnstile, action: 'login', visit });
  await guesses.count();
  const requester = knownOrigin ? knownAt(ctx) : strangerAt(ctx);
  const isRight = await verifyPassword(password, user?.password_hash, requester);
  if (!user || !isRight || user.status !== UserStatus.enabled) {
    await guesses.wasWrong();
    throw new AppError('login_failed');
  }
  await guesses.wasRight();
  if (isBcrypt(user.password_hash)) {
    await users.update(ctx.db, user.id, { password_hash: await hashPassword(password, knownAt(ctx)) });
  }
  return openSession(ctx, user, visit);
}

export async function signOut(ctx: CallContext, secret: string | undefined): Promise<Output<typeof logout>> {
  if (secret) await sessions.end(ctx, secret);
  return undefined;
}
