import type { Context } from '../../core/context.ts';
import type { Operation } from '../providers/provider.ts';
import { parseObject } from '../request/parse-object.ts';
import type { Prepared } from '../request/request.ts';
import { followWork } from '../routing/follow-work.ts';
import type { AccessTokenCache } from './access-token-cache.ts';
import { type Sending, sendRequest, type UpstreamResponse } from './upstream.ts';
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
export async function callUpstream(
  ctx: Pick<Context, 'outbound' | 'now'>,
  passes: AccessTokenCache,
  call: UpstreamCall,
): Promise<UpstreamResponse> {
  const { operation, target } = call.prepared;
  let opened = await send(ctx, passes, call);
  if (operation.tokenExchange && isRefused(opened, operation)) {
    passes.forget(call.channelId, target);
    opened = await send(ctx, passes, call);
  }
  return operation.pollAddress ? followWork(ctx, opened, call.prepared, call.silenceMs) : opened;
}

function send(
  ctx: Pick<Context, 'outbound' | 'now'>,
  passes: AccessTokenCache,
  call: UpstreamCall,
): Promise<UpstreamResponse> {
  const { tokenExchange: login } = call.prepared.operation;
  if (!login) return dial(ctx, call, '');
  return passes.get(call.channelId, login, call.prepared.target).then((pass) => dial(ctx, call, pass));
}

function dial(
  { outbound, now }: Pick<Context, 'outbound' | 'now'>,
  call: UpstreamCall,
  pass: string,
): Promise<UpstreamResponse> {
  const { operation, target, request } = call.prepared;
  const signed = operation.sign?.(request, target, { now: now(), accessToken: pass });
  const openAt = request.isFinalMessage ? sendOverSocket : sendRequest;
  return openAt(outbound, signed ? { ...request, ...signed } : request, call);
}

/** A response that rejects an access token has little else. */
const MAX_FAULT_BYTES = 64 * 1024;

function isRefused(opened: UpstreamResponse, { findFault }: Operation): boolean {
  if (opened.kind === 'stream') return false;
  if (opened.status === 401) return true;
  const json = findFault && opened.body.length < MAX_FAULT_BYTES && parseObject(opened.body);
  return json ? findFault(json)?.status === 401 : false;
}
