import type { CallContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { hostnameOf, type Visit } from './open-session.ts';

export type CheckedAction = 'login' | 'register' | 'verification' | 'reset';

/**
 * Verifies with Cloudflare that a person solved the check of this form on this site. A token is good for one
 * call: Cloudflare refuses it the second time. Throws also when there is no answer, or no secret.
 *
 * @throws {AppError} `turnstile_required`, `turnstile_failed`
 */
export async function refuseRobots(
  ctx: CallContext,
  { token, action, visit }: { token: string | undefined; action: CheckedAction; visit: Visit },
): Promise<void> {
  const { TurnstileCheckEnabled, TurnstileSecretKey: secret } = ctx.options.current;
  if (!TurnstileCheckEnabled) return;
  if (!token) throw new AppError('turnstile_required');
  if (secret === '') throw new AppError('turnstile_failed');
  const answer = await ask(ctx, new URLSearchParams({ secret, response: token, remoteip: ctx.ip }));
  const own = [hostnameOf(ctx.options.current.ServerAddress), visit.hostname].filter(Boolean);
  const rightForm = !answer.action || answer.action === action; // widgets of other consoles name no action
  if (answer.success !== true || !rightForm || !own.includes(String(answer.hostname)))
    throw new AppError('turnstile_failed');
}

interface Verification {
  success?: unknown;
  action?: unknown;
  hostname?: unknown;
}

async function ask(ctx: CallContext, form: URLSearchParams): Promise<Verification> {
  try {
    const { json } = await ctx.outbound.request('turnstile', VERIFY_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      timeoutMs: 10_000,
    });
    return (json ?? {}) as Verification;
  } catch (cause) {
    throw new AppError('turnstile_failed', {}, { cause });
  }
}

const VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
