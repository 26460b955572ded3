import type { Parsed, register, sendEmailCode } from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { refuseWithoutMail, sendMail } from '../../notifications/mail.ts';
import { change, ofUser } from '../../shared/change.ts';
import { unknownRequesterAt } from '../../shared/requester.ts';
import { isCommonPassword } from '../credentials/common-passwords.ts';
import { hashPassword } from '../credentials/passwords.ts';
import * as setups from '../repository/setups.ts';
import * as codes from './codes.ts';
import { refuseEmail } from './email-rules.ts';
import { refuseRobots } from './human-check.ts';
import { createAccount, refuseStaffName, refuseTakenName } from './new-account.ts';
import type { Visit } from './open-session.ts';

/**
 * Creates an account for a visitor. Of concurrent requests for one name exactly one succeeds.
 *
 * @throws {AppError} `register_off`, `password_register_off`, `passwords_differ`, `password_common`,
 * `username_taken`, `username_alike`, `username_reserved`, `email_code_required`, `email_code_wrong` and
 * those of the rules for addresses
 */
export async function registerVisitor(
  ctx: CallContext,
  input: Parsed<typeof register>,
  visit: Visit,
): Promise<undefined> {
  const { current } = ctx.options;
  // The first account is the owner's.
  if (!current.RegisterEnabled || !(await setups.isDone(ctx.db))) throw new AppError('register_off');
  if (!current.PasswordRegisterEnabled) throw new AppError('password_register_off');
  const { username, password, password2, aff_code } = input;
  if (password2 && password2 !== password) throw new AppError('passwords_differ');
  await refuseRobots(ctx, { token: input.turnstile, action: 'register', visit });
  await refuseCommonPassword(password);
  await refuseTakenName(ctx, username);
  refuseStaffName(username);
  const proof = current.EmailVerificationEnabled ? await readProof(ctx, input) : undefined;

  const password_hash = await hashPassword(password, unknownRequesterAt(ctx));
  await change(
    ctx,
    (made: number) => ofUser(made, 'users', 'tokens'),
    async (tx) => {
      if (proof) await spendProof(tx, proof);
      return createAccount(tx, { username, password_hash, email: proof?.email ?? '', aff_code });
    },
  );
  return undefined;
}

/** Mails a code to an address that has no account. The response is the same when it has one. */
export async function mailEmailCode(
  ctx: CallContext,
  { email, turnstile }: Parsed<typeof sendEmailCode>,
  visit: Visit,
): Promise<undefined> {
  refuseWithoutMail(ctx);
  await refuseRobots(ctx, { token: turnstile, action: 'verification', visit });
  refuseEmail(ctx, email);
  await codes.countRequest(ctx, 'email', email);
  await sendMail(ctx, { about: 'email', to: email, language: ctx.language });
  return undefined;
}

/** An address with the code from the mail to it. */
export interface Proof {
  email: string;
  code: string;
}

/** Checks an address and counts the try; `spendProof` uses the code itself in the transaction. */
export async function readProof(
  ctx: CallContext,
  { email, verification_code: code }: { email?: string | undefined; verification_code?: string | undefined },
): Promise<Proof> {
  if (!email || !code) throw new AppError('email_code_required');
  refuseEmail(ctx, email);
  if (!(await codes.countTry(ctx, 'email', email))) throw new AppError('email_code_wrong');
  return { email, code };
}

export async function spendProof(tx: CallContext, { email, code }: Proof): Promise<void> {
  if (!(await codes.use(tx, 'email', email, code))) throw new AppError('email_code_wrong');
}

/** @throws {AppError} `password_common` */
export async function refuseCommonPassword(password: string): Promise<void> {
  if (await isCommonPassword(password)) throw new AppError('password_common');
}
