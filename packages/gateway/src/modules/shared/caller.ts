import type { CallContext, Caller } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';

/** Returns the caller of an endpoint that requires a signed-in user. */
export function callerOf({ caller }: CallContext): Caller {
  if (!caller) throw new AppError('not_signed_in');
  return caller;
}

export function nowSeconds(ctx: { now(): number }): number {
  return Math.floor(ctx.now() / 1000);
}
