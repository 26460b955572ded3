import type { CallContext, Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { callerOf, nowSeconds } from '../../shared/caller.ts';

/**
 * Refuses changes to the ways of signing in without a sign-in within the last hour, and always by an access
 * token: a person who finds an open browser, or a token, must not gain permanent access.
 *
 * @throws {AppError} `sign_in_again`
 */
export function refuseOldSignIn(ctx: CallContext): void {
  refuseSignedInAt(ctx, callerOf(ctx).signedInAt);
}

/**
 * The same for a user identified in another way. @param at unix seconds @throws {AppError} `sign_in_again`
 */
export function refuseSignedInAt(ctx: Context, at: number | undefined): void {
  if (at === undefined || at < nowSeconds(ctx) - RECENT_SECONDS) throw new AppError('sign_in_again');
}

const RECENT_SECONDS = 3600;
