import type { Context } from '../../core/context.ts';
import type { Address, Operation } from '../providers/provider.ts';
import { parseObject } from '../request/parse-object.ts';
import type { Prepared } from '../request/request.ts';
import { followWork } from '../routing/follow-work.ts';
import type { AccessTokenCache } from './access-token-cache.ts';
import { sendRequest } from './send-request.ts';
import type { Sending, UpstreamRequest, UpstreamResponse } from './upstream.ts';
import { sendOverSocket } from './upstream-socket.ts';

interface UpstreamCall extends Sending {
  channelId: number;
  prepared: Prepared;
}

/**
 * Signs a request for its vendor and sends it. Replaces a rejected access token once.
 *
 * @throws {UpstreamError | Error} when there is no access token or no response
 */
export function callUpstream(
  ctx: Pick<Context, 'outbound' | 'now'>,
  accessTokens: AccessTokenCache,
  call: UpstreamCall,
): Promise<UpstreamResponse> {
  const { auth, transport } = call.prepared.operation;
  const isPlain = auth.kind !== 'access-token' && transport.kind !== 'poll';
  return isPlain ? send(ctx, accessTokens, call) : callInSteps(ctx, accessTokens, call);
}

async function callInSteps(
  ctx: Pick<Context, 'outbound' | 'now'>,
  accessTokens: AccessTokenCache,
  call: UpstreamCall,
): Promise<UpstreamResponse> {
  const { operation, target } = call.prepared;
  const { auth, transport } = operation;
  let response = await send(ctx, accessTokens, call);
  if (auth.kind === 'access-token' && isRefused(response, operation)) {
    accessTokens.forget(call.channelId, target);
    response = await send(ctx, accessTokens, call);
  }
  return transport.kind === 'poll'
    ? followWork(ctx, response, { transport, target }, call.silenceMs)
    : response;
}

function send(
  ctx: Pick<Context, 'outbound' | 'now'>,
  accessTokens: AccessTokenCache,
  call: UpstreamCall,
): Promise<UpstreamResponse> {
  const { operation, target, request } = call.prepared;
  const { auth } = operation;
  switch (auth.kind) {
    case 'key':
      return dial(ctx, request, call);
    case 'signature': {
      const open = (signed: Address) => dial(ctx, { ...request, ...signed }, call);
      const signed = auth.sign(request, target, ctx.now());
      return signed instanceof Promise ? signed.then(open) : open(signed);
    }
    case 'access-token':
      return accessTokens
        .get(call.channelId, auth.exchange, target)
        .then((accessToken) => dial(ctx, { ...request, ...auth.attach(request, accessToken) }, call));
  }
}

function dial(
  { outbound }: Pick<Context, 'outbound'>,
  request: UpstreamRequest,
  sending: Sending,
): Promise<UpstreamResponse> {
  const { transport } = request;
  return transport.kind === 'websocket'
    ? sendOverSocket(outbound, { ...request, transport }, sending)
    : sendRequest(outbound, request, sending);
}

/** A response that rejects an access token has little else. */
const MAX_FAULT_BYTES = 64 * 1024;

function isRefused(response: UpstreamResponse, { findFault }: Operation): boolean {
  if (response.kind === 'stream') return false;
  if (response.status === 401) return true;
  const json = findFault && response.body.length < MAX_FAULT_BYTES && parseObject(response.body);
  return json ? findFault(json)?.status === 401 : false;
}
