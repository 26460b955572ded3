import { type bindEmail, type Parsed, Role, type updateSelf } from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { recordAction } from '../../audit/audit-log.ts';
import { sendMail } from '../../notifications/mail.ts';
import { callerOf } from '../../shared/caller.ts';
import { change, ofUser } from '../../shared/change.ts';
import { knownRequesterAt } from '../../shared/requester.ts';
import { endAccess } from '../credentials/end-access.ts';
import { hashPassword, verifyPassword } from '../credentials/passwords.ts';
import { ownPasswordGuesses } from '../entry/guesses.ts';
import { refuseStaffName, rename } from '../entry/new-account.ts';
import { refuseOldSignIn } from '../entry/recent-sign-in.ts';
import { readProof, refuseCommonPassword, spendProof } from '../entry/register.ts';
import * as users from '../repository/users.ts';
import { deregister } from './user-end.ts';

/**
 * Changes the caller's own account. A new password needs the old one, and ends the other sessions and the
 * access token. The first password and a new name to sign in with need a recent sign-in.
 *
 * @throws {AppError} `username_taken`, `username_alike`, `username_reserved`, `sign_in_again`,
 * `current_password_required`, `current_password_wrong`, `password_common`
 */
export async function update(ctx: CallContext, input: Parsed<typeof updateSelf>): Promise<undefined> {
  const user = await load(ctx);
  if (input.username && input.username !== user.username) refuseOldSignIn(ctx);
  const password_hash =
    input.password && (await readNewPassword(ctx, user, input.password, input.original_password));
  await change(ctx, ofUser(user.id, 'users'), async (tx) => {
    const { username, display_name } = input;
    if (username && username !== user.username) {
      await rename(tx, user.id, username);
      if (user.role < Role.admin) refuseStaffName(username);
    }
    if (display_name) await users.update(tx.db, user.id, { display_name });
    if (password_hash) await replacePassword(tx, user, password_hash);
  });
  return undefined;
}

/** @throws {AppError} `root_stays`, `sign_in_again` */
export async function remove(ctx: CallContext): Promise<undefined> {
  const user = await load(ctx);
  if (user.role >= Role.root) throw new AppError('root_stays');
  refuseOldSignIn(ctx);
  await change(ctx, ofUser(user.id, 'users', 'tokens'), async (tx) => {
    await deregister(tx, user.id);
    recordAction(tx, {
      action: 'user.delete',
      target: `user:${user.id}`,
      before: { username: user.username },
    });
  });
  return undefined;
}

/**
 * Sets the e-mail address. A code alone is not enough: the reader of the address can reset the password.
 *
 * @throws {AppError} `sign_in_again`, `email_code_wrong`, `email_taken` and those of the rules for addresses
 */
export async function putEmail(
  ctx: CallContext,
  { email, code }: Parsed<typeof bindEmail>,
): Promise<undefined> {
  refuseOldSignIn(ctx);
  const user = await load(ctx);
  const proof = await readProof(ctx, { email, verification_code: code });
  await change(ctx, ofUser(user.id, 'users'), async (tx) => {
    await spendProof(tx, proof);
    if (await users.isEmailTaken(tx.db, email)) throw new AppError('email_taken');
    await users.update(tx.db, user.id, { email });
    const [before, after] = [{ email: user.email }, { email }];
    recordAction(tx, { action: 'user.email', target: `user:${user.id}`, before, after });
  });
  return undefined;
}

async function load(ctx: CallContext): Promise<users.UserRow> {
  const user = await users.find(ctx.db, callerOf(ctx).id);
  if (!user) throw new AppError('not_signed_in');
  return user;
}

/** Accounts that only signed in by a provider have no old password. */
async function readNewPassword(
  ctx: CallContext,
  user: users.UserRow,
  password: string,
  original?: string,
): Promise<string> {
  if (user.password_hash !== '') {
    if (!original) throw new AppError('current_password_required');
    const guesses = ownPasswordGuesses(ctx, user.id);
    await guesses.refuseTooMany();
    const isRight = await guesses.attempt(() =>
      verifyPassword(original, user.password_hash, knownRequesterAt(ctx)),
    );
    if (!isRight) {
      await guesses.wasWrong();
      throw new AppError('current_password_wrong');
    }
    await guesses.wasRight();
  } else refuseOldSignIn(ctx);
  await refuseCommonPassword(password);
  return hashPassword(password, knownRequesterAt(ctx));
}

async function replacePassword(tx: CallContext, user: users.UserRow, password_hash: string): Promise<void> {
  const { id, username, email } = user;
  await users.update(tx.db, id, { password_hash });
  await endAccess(tx, id, { sessionToKeep: callerOf(tx).sessionId });
  recordAction(tx, { action: 'user.password', target: `user:${id}` });
  if (email === '') return;
  await sendMail(tx, {
    to: email,
    template: 'password_changed',
    language: tx.language,
    values: { username },
  });
}
