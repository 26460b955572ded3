import type { CallContext, Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { callerOf, nowSeconds } from './caller.ts';

/**
 * What decides who gets into an account is changed by a session of the last hour only, never by an access token: who
 * finds a browser open, or a token, must not be able to stay.
 * @throws {AppError} `sign_in_again`
 */
export function refuseOldSignIn(ctx: CallContext): void {
  refuseSignedInAt(ctx, callerOf(ctx).signedInAt);
}

/** The same for who is known in another way. @param at unix seconds @throws {AppError} `sign_in_again` */
export function refuseSignedInAt(ctx: Context, at: number | undefined): void {
  if (at === undefined || at < nowSeconds(ctx) - RECENT_SECONDS) throw new AppError('sign_in_again');
}

const RECENT_SECONDS = 3600;
