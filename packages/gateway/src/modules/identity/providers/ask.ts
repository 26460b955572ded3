import type { IdentityProvider } from '@tollgate/contract';
import type { CallContext, Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import type { RequestOptions } from '../../../net/outbound.ts';
import { providerName } from './identity.ts';

interface Question extends Pick<RequestOptions, 'method' | 'headers'> {
  readonly url: string;
  /** Sent as a form. */
  readonly form?: Record<string, string>;
}

/**
 * Sends a request to a provider and returns the JSON of the response, whatever the status.
 *
 * @throws {AppError} `sign_in_unreachable`
 */
export async function ask(
  ctx: Context,
  provider: IdentityProvider,
  { url, form, headers = {}, method = form ? 'POST' : 'GET' }: Question,
): Promise<unknown> {
  const type = form ? { 'content-type': 'application/x-www-form-urlencoded' } : undefined;
  const options = {
    method,
    headers: { accept: 'application/json', 'user-agent': 'tollgate', ...type, ...headers },
    ...(form && { body: new URLSearchParams(form).toString() }),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  };
  try {
    return (await ctx.outbound.request('sign_in', url, options)).json;
  } catch (cause) {
    throw unreachable(provider, cause);
  }
}

/** The user gets a message; the operator finds the reason in the log, by the request id. */
export async function withFailureLog<T>(ctx: CallContext, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.cause) {
      const line = { err: error.cause, code: error.code, request_id: ctx.requestId };
      ctx.log.warn(line, 'A sign-in through a provider failed');
    }
    throw error;
  }
}

export function unreachable(provider: IdentityProvider, cause: unknown): AppError {
  return new AppError('sign_in_unreachable', { provider: providerName[provider] }, { cause });
}

export function refused(provider: IdentityProvider, cause?: unknown): AppError {
  return new AppError('sign_in_refused', { provider: providerName[provider] }, { cause });
}

/** Adds parameters to the query of an address. */
export function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256_000;
