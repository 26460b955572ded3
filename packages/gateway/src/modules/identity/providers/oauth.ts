import type { createOauthState, Output, Parsed, signInByOauth, startSignIn } from '@tollgate/contract';
import type { CallContext, Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { refuseSignedInAt } from '../entry/recent-sign-in.ts';
import { refused, withFailureLog, withQuery } from './ask.ts';
import { bind } from './bind.ts';
import { enter } from './enter.ts';
import { openProvider } from './providers.ts';
import * as states from './states.ts';
import { refuseWithoutBot } from './telegram.ts';
import { findSession, findSigner, type Visit } from './visit.ts';

/**
 * Returns where to send the browser. The state says whether the sign-in binds an identity.
 *
 * @throws {AppError} `sign_in_off`, `not_signed_in`, `sign_in_again`, `sign_in_unreachable`,
 * `sign_in_misconfigured`
 */
export async function start(
  ctx: CallContext,
  { provider, intent, aff }: Parsed<typeof startSignIn>,
  visit: Visit,
): Promise<Output<typeof startSignIn>> {
  const userId = intent === 'bind' ? await freshSignerId(ctx, visit) : 0;
  if (provider === 'telegram') {
    refuseWithoutBot(ctx);
    const { state } = await states.begin(ctx, { provider, userId, aff, guarded: true }, visit);
    return { state, url: withQuery(`${baseUrlOf(ctx, visit)}/api/oauth/telegram/bind`, { state }) };
  }
  const gate = openProvider(ctx, provider);
  const begun = await states.begin(ctx, { provider, userId, aff, guarded: true }, visit);
  const redirectUri = redirectUriOf(ctx, visit, provider);
  const url = await withFailureLog(ctx, () => gate.authorizeUrl(ctx, { ...begun, redirectUri }));
  return { url, state: begun.state };
}

/** For pages that make the address themselves: binds for a signed-in user, signs in otherwise. */
export async function createState(
  ctx: CallContext,
  { aff }: Parsed<typeof createOauthState>,
  visit: Visit,
): Promise<string> {
  const signer = await findSigner(ctx, visit);
  if (signer) refuseSignedInAt(ctx, signer.created_at);
  const { state } = await states.begin(
    ctx,
    { provider: '', userId: signer?.id ?? 0, aff, guarded: false },
    visit,
  );
  return state;
}

/**
 * Finishes a sign-in: returns the new session, or nothing when the identity was bound.
 *
 * @throws {AppError} `sign_in_off`, `sign_in_state_wrong`, and what `identify`, `bind` and `enter` throw
 */
export async function finish(
  ctx: CallContext,
  { provider, code, state, error }: Parsed<typeof signInByOauth>,
  visit: Visit,
) {
  const gate = openProvider(ctx, provider);
  const begun = await states.take(ctx, provider, state, visit);
  const person = begun.user_id > 0 ? await binder(ctx, visit, begun.user_id) : undefined;
  if (error || !code) throw refused(provider);

  const redirectUri = redirectUriOf(ctx, visit, provider);
  const identity = await withFailureLog(ctx, () => gate.identify(ctx, { ...begun, code, redirectUri }));
  if (!person) return enter(ctx, identity, visit, begun.aff_code);
  await bind(ctx, person, identity);
  return undefined;
}

/**
 * The user who started to bind must still be the one who is signed in. @throws {AppError}
 * `sign_in_state_wrong`
 */
export async function binder(ctx: Context, visit: Visit, userId: number) {
  const session = await findSession(ctx, visit);
  if (session?.id !== userId) throw new AppError('sign_in_state_wrong');
  return session;
}

async function freshSignerId(ctx: Context, visit: Visit): Promise<number> {
  const signer = await findSigner(ctx, visit);
  if (!signer) throw new AppError('not_signed_in');
  refuseSignedInAt(ctx, signer.created_at);
  return signer.id;
}

/** The redirect URI for the provider: the same in both requests. */
function redirectUriOf(ctx: Context, visit: Visit, provider: string): string {
  return `${baseUrlOf(ctx, visit)}/oauth/${provider}`;
}

function baseUrlOf({ options }: Context, { origin }: Visit): string {
  return options.current.ServerAddress || origin;
}
