import type { RelayContext } from '../context.ts';
import { UpstreamError } from '../errors.ts';
import { assertInsideBase } from '../request/inside-base.ts';
import { sendRequest } from '../upstream/send-request.ts';
import type { UpstreamResponse } from '../upstream/upstream.ts';
import type { Storage } from './storage.ts';

/** What is done with a stored answer. */
export interface StoredCall {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The path behind the id: `/cancel`. Empty: the answer itself. */
  readonly action: string;
  /** With its question mark, or empty. */
  readonly query: string;
  readonly body?: Buffer | undefined;
  /** The answer is read as a stream. */
  readonly stream: boolean;
}

/** Asks the account that stores an answer. @throws {UpstreamError} status 0 when it cannot be reached */
export async function askStored(
  ctx: Pick<RelayContext, 'outbound' | 'silenceMs' | 'answerMs'>,
  { channel, target, address }: Storage,
  { id, method, action, query, body = EMPTY, stream }: StoredCall,
): Promise<UpstreamResponse> {
  const url = `${address.url}/${encodeURIComponent(id)}${action}${query}`;
  assertInsideBase(url, target.baseUrl);
  const headers = {
    'accept-encoding': 'identity',
    accept: stream ? 'text/event-stream' : 'application/json',
    ...(body.length > 0 && { 'content-type': 'application/json' }),
    ...address.headers,
  };
  const request = {
    ...{ url, headers, body, stream, proxy: channel.proxy },
    ...(method !== 'POST' && { method }),
    transport: { kind: 'json' as const },
  };
  const { answerMs } = ctx;
  const silenceMs = channel.silenceMs ?? ctx.silenceMs;
  try {
    return await sendRequest(ctx.outbound, request, { silenceMs, answerMs, onDispatch: () => {} });
  } catch (error) {
    throw new UpstreamError({ status: 0, message: '' }, error);
  }
}

const EMPTY = Buffer.alloc(0);
