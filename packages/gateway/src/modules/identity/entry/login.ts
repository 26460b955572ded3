import { type login, type logout, type Output, type Parsed, UserStatus } from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { knownRequesterAt, unknownRequesterAt } from '../../shared/requester.ts';
import { hashPassword, isBcrypt, verifyPassword } from '../credentials/passwords.ts';
import * as sessions from '../credentials/sessions.ts';
import * as users from '../repository/users.ts';
import { signInGuesses } from './guesses.ts';
import { refuseRobots } from './human-check.ts';
import { findKnownOrigin } from './known-origins.ts';
import { type OpenedSession, openSession, type Visit } from './open-session.ts';

/**
 * Checks name (or e-mail) and password and starts a session; an older one of the same browser ends. Unknown
 * names, wrong passwords and disabled accounts get the same response in the same time. A try from an unknown
 * place at an account under attack waits for its turn, up to about 20 seconds.
 *
 * @throws {AppError} `password_login_off`, `login_failed`, `rate_limited`, `sign_in_paused`, `passwords_busy`
 */
export async function signIn(
  ctx: CallContext,
  { username, password, turnstile }: Parsed<typeof login>,
  visit: Visit & { readonly signal: AbortSignal },
): Promise<OpenedSession> {
  if (!ctx.options.current.PasswordLoginEnabled) throw new AppError('password_login_off');
  const account = await users.findByLogin(ctx.db, username);
  const knownOrigin = account && (await findKnownOrigin(ctx, account.id, visit));
  const guesses = signInGuesses(ctx, username, knownOrigin ? { userId: account.id, knownOrigin } : undefined);
  await guesses.refuseTooMany();
  await refuseRobots(ctx, { token: turnstile, action: 'login', visit });
  const requester = knownOrigin ? knownRequesterAt(ctx) : unknownRequesterAt(ctx);
  const { user, isRight } = await guesses.attempt(async () => {
    // A try may wait for many seconds. The password or the status may change meanwhile.
    const current = account && (await users.find(ctx.db, account.id));
    return { user: current, isRight: await verifyPassword(password, current?.password_hash, requester) };
  }, visit.signal);
  if (!user || !isRight || user.status !== UserStatus.enabled) {
    await guesses.wasWrong();
    throw new AppError('login_failed');
  }
  await guesses.wasRight();
  if (isBcrypt(user.password_hash)) {
    await users.update(ctx.db, user.id, {
      password_hash: await hashPassword(password, knownRequesterAt(ctx)),
    });
  }
  return openSession(ctx, user, visit);
}

export async function signOut(ctx: CallContext, secret: string | undefined): Promise<Output<typeof logout>> {
  if (secret) await sessions.end(ctx, secret);
  return undefined;
}
