import { createHmac } from 'node:crypto';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { randomSecret, randomText } from '../../secrets/random.ts';
import { sha256 } from '../../secrets/secrets.ts';
import { nowSeconds } from '../../shared/caller.ts';
import * as table from '../repository/sign-in-states.ts';
import type { Visit } from './visit.ts';

export interface Beginning {
  /** Empty: any. */
  provider: string;
  /** The user to whom the identity is bound; 0 signs in. */
  userId: number;
  aff: string | undefined;
  /** Whether the gateway makes the address for the redirect. */
  guarded: boolean;
}

/** A new sign-in: its state, and the secrets of its challenge. */
export interface Begun {
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string;
}

/** Starts a sign-in that this browser, and no other, can finish within ten minutes. */
export async function begin(ctx: Context, beginning: Beginning, visit: Visit): Promise<Begun> {
  const { provider, userId, aff = '', guarded } = beginning;
  const secret = isSecret(visit.flowSecret) ? visit.flowSecret : randomSecret();
  visit.setFlow(secret);
  const state = randomText(32);
  await table.insert(ctx.db, {
    state_hash: sha256(state),
    browser_hash: sha256(secret),
    provider,
    user_id: userId,
    aff_code: aff,
    guarded: guarded ? 1 : 0,
    expires_at: nowSeconds(ctx) + LIFE_SECONDS,
  });
  return { state, ...challengeOf(secret, state) };
}

/**
 * Consumes the state of a sign-in: it works once, in this browser, in time and for this provider.
 *
 * @throws {AppError} `sign_in_state_wrong`
 */
export async function take(ctx: Context, provider: string, state: string | undefined, visit: Visit) {
  const secret = visit.flowSecret;
  if (!state || !secret) throw new AppError('sign_in_state_wrong');
  const row = await table.take(ctx.db, { state_hash: sha256(state), browser_hash: sha256(secret) });
  const isRight =
    row && (row.provider === '' || row.provider === provider) && row.expires_at > nowSeconds(ctx);
  if (!isRight) throw new AppError('sign_in_state_wrong');
  return { ...row, ...(row.guarded === 1 && challengeOf(secret, state)) };
}

export function sweep(ctx: Context): Promise<void> {
  return table.removeExpired(ctx.db, nowSeconds(ctx));
}

/** Derived, so that the database holds no secret and the browser needs one cookie for all its tabs. */
function challengeOf(secret: string, state: string) {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(`${purpose}:${state}`).digest('base64url');
  return { verifier: derive('verifier'), nonce: derive('nonce') };
}

function isSecret(sent: string | undefined): sent is string {
  return sent !== undefined && /^[\w-]{43}$/.test(sent);
}

const LIFE_SECONDS = 600;
