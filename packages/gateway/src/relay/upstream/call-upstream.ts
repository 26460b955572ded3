import type { Context } from '../../core/context.ts';
import type { Operation } from '../providers/provider.ts';
import { parseObject } from '../request/parse-object.ts';
import type { Prepared } from '../request/request.ts';
import { followWork } from '../routing/follow-work.ts';
import type { AccessTokenCache } from './access-token-cache.ts';
import { sendRequest, type UpstreamResponse } from './upstream.ts';
import { sendOverSocket } from './upstream-socket.ts';

interface Call {
  channelId: number;
  prepared: Prepared;
  /** Milliseconds that the upstream may be silent. */
  silenceMs: number;
  /** Milliseconds that its whole response may take. Default: an hour. */
  answerMs?: number;
  /** Called when a socket is open, before the first byte. */
  onDispatch(): void;
}

/**
 * Signs a request for its vendor and sends it. Replaces a rejected access token once.
 *
 * @throws {UpstreamError | Error} when there is no access token or no response
 */
export async function callUpstream(
  ctx: Pick<Context, 'outbound' | 'now'>,
  accessTokens: AccessTokenCache,
  call: Call,
): Promise<UpstreamResponse> {
  const { operation, target } = call.prepared;
  let response = await send(ctx, accessTokens, call);
  if (operation.tokenExchange && isRefused(response, operation)) {
    accessTokens.forget(call.channelId, target);
    response = await send(ctx, accessTokens, call);
  }
  return operation.pollAddress ? followWork(ctx, response, call.prepared, call.silenceMs) : response;
}

function send(
  ctx: Pick<Context, 'outbound' | 'now'>,
  accessTokens: AccessTokenCache,
  call: Call,
): Promise<UpstreamResponse> {
  const { tokenExchange: login } = call.prepared.operation;
  if (!login) return dial(ctx, call, '');
  return accessTokens
    .get(call.channelId, login, call.prepared.target)
    .then((accessToken) => dial(ctx, call, accessToken));
}

function dial(
  { outbound, now }: Pick<Context, 'outbound' | 'now'>,
  { prepared, silenceMs, answerMs, onDispatch }: Call,
  accessToken: string,
): Promise<UpstreamResponse> {
  const { operation, target, request } = prepared;
  const openAt = request.isFinalMessage ? sendOverSocket : sendRequest;
  const open = (signed: Partial<typeof request> | undefined) =>
    openAt(outbound, signed ? { ...request, ...signed } : request, silenceMs, onDispatch, answerMs);
  const signed = operation.sign?.(request, target, { now: now(), accessToken });
  return signed instanceof Promise ? signed.then(open) : open(signed);
}

/** A response that rejects an access token has little else. */
const MAX_FAULT_BYTES = 64 * 1024;

function isRefused(response: UpstreamResponse, { findFault }: Operation): boolean {
  if (response.kind === 'stream') return false;
  if (response.status === 401) return true;
  const json = findFault && response.body.length < MAX_FAULT_BYTES && parseObject(response.body);
  return json ? findFault(json)?.status === 401 : false;
}
