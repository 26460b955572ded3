import type { Endpoint, Failure, Input, Output } from '@tollgate/contract';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import { toRequest } from './request.ts';
import { readServerClock } from './server-clock.ts';
import { hasAllCapabilities, sessionWatch, settings } from './settings.ts';

/**
 * Calls an endpoint and returns its `data`. Only this file knows the envelope. `keepalive`: the call outlives
 * the page; for small bodies only (64 kB for all such calls together).
 *
 * @throws {ApiError} for every failure, `network` when no response came, for a write within 30 seconds
 * @throws the reason of `signal` when the caller aborted
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
): Promise<Output<E>> {
  return parseData(endpoint, await callRaw(endpoint, input, options));
}

interface CallOptions {
  signal?: AbortSignal;
  keepalive?: true;
}

/** Like {@link call}, but returns the data as the server sent it. */
export async function callRaw<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
): Promise<unknown> {
  // Only for servers of others: Tollgate's own pages do without this code.
  const original = hasAllCapabilities()
    ? undefined
    : (await import('./original-api.ts')).findOriginal(endpoint);
  if (original)
    return original((other, query) => call(other, query, options), input as Record<string, unknown>);
  const { url, init } = toRequest(endpoint, input);
  const end = options?.signal ?? (init.body ? AbortSignal.timeout(WRITE_LIMIT_MS) : undefined);
  const redirect = endpoint.answer === 'redirect' ? 'manual' : 'follow';
  const reportEnd = sessionWatch();
  const response = await send(url, { ...init, redirect, ...options, ...(end && { signal: end }) });
  if (response.type === 'opaqueredirect') return ''; // success; scripts cannot see the redirect target
  const answer = await readEnvelope(response);
  if (answer && isSuccess(endpoint, answer)) return endpoint.answer === 'spread' ? answer : answer.data;
  throw refusal(response, endpoint.failsInData ? withMessageFromData(answer) : answer, reportEnd);
}

/** A user who saves must not wait for a server that never answers. */
const WRITE_LIMIT_MS = 30_000;

/** Payment calls report success in `message`, and other servers of this API send nothing else. */
function isSuccess({ failsInData }: Endpoint, { success, message }: Answer): boolean {
  return success === true || (failsInData === true && message === 'success');
}

/** The sentence of such a failure is in `data`; `message` holds a word. */
function withMessageFromData(answer: Answer | undefined): Answer | undefined {
  return typeof answer?.data === 'string' ? { ...answer, message: answer.data } : answer;
}

/** Returns the error of an envelope that came instead of a file. */
export async function readRefusal(response: Response): Promise<ApiError> {
  return refusal(response, await readEnvelope(response), sessionWatch());
}

function refusal(response: Response, answer: Answer | undefined, reportEnd: () => void): ApiError {
  if (isSessionEnd(response, answer)) reportEnd();
  return toError(response, answer);
}

/** A proxy on the way may also answer 401, without the envelope: the session goes on. */
function isSessionEnd({ status }: Response, answer: Answer | undefined): boolean {
  return status === 401 && answer?.success === false;
}

export async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    const credentials = settings().baseUrl === '' ? 'same-origin' : 'include';
    const response = await fetch(url, { ...init, credentials });
    readServerClock(response);
    return response;
  } catch (error) {
    if (init.signal?.aborted && !isTimeout(error)) throw error;
    throw new ApiError('network');
  }
}

type Answer = Record<string, unknown> & { success?: unknown };

/** Undefined for a foreign response: a proxy's page, or none at all. */
async function readEnvelope(response: Response): Promise<Answer | undefined> {
  try {
    const answer: unknown = await response.json();
    return typeof answer === 'object' && answer !== null ? (answer as Answer) : undefined;
  } catch (error) {
    if (isTimeout(error)) throw new ApiError('network');
    return undefined;
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

/**
 * Another server of the same API may lack fields that Tollgate added: the schema adds them. Invalid data is
 * returned unchanged.
 */
export function parseData<E extends Endpoint>(endpoint: E, sent: unknown): Output<E> {
  const parsed = endpoint.output.safeParse(sent);
  return (parsed.success ? parsed.data : sent) as Output<E>;
}

function toError(response: Response, answer: Answer | undefined): ApiError {
  const { code, details, message, request_id } = (answer ?? {}) as Partial<Failure>;
  return new ApiError(code ?? (isSessionEnd(response, answer) ? 'not_signed_in' : codeOf(response.status)), {
    details,
    message,
    requestId: request_id ?? response.headers.get('x-oneapi-request-id') ?? '',
    status: response.status,
  });
}

function codeOf(status: number): ApiErrorCode {
  return codes[status] ?? (status < 500 ? 'refused' : 'internal');
}

const codes: Record<number, ApiErrorCode> = {
  404: 'endpoint_not_found',
  413: 'body_too_large',
  429: 'rate_limited',
  502: 'network',
  503: 'busy',
  504: 'network',
};
