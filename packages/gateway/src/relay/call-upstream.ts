import type { Context } from '../core/context.ts';
import { followWork } from './follow-work.ts';
import { parseObject } from './parse-object.ts';
import type { Passes } from './passes.ts';
import type { Operation } from './providers/provider.ts';
import type { Prepared } from './request.ts';
import { type Opened, open } from './upstream.ts';
import { openSocket } from './upstream-socket.ts';

interface Call {
  channelId: number;
  prepared: Prepared;
  /** Milliseconds that the upstream may be silent. */
  silenceMs: number;
  /** Milliseconds that its whole answer may take. Default: an hour. */
  answerMs?: number;
  /** Called when a socket is open, before the first byte. */
  onDispatch(): void;
}

/**
 * Signs a request as its vendor wants it and sends it. A pass that the vendor no longer takes is asked for again, once.
 *
 * @throws {UpstreamRefusal | Error} when there is no pass or no answer.
 */
export async function callUpstream(
  ctx: Pick<Context, 'outbound' | 'now'>,
  passes: Passes,
  call: Call,
): Promise<Opened> {
  const { operation, target } = call.prepared;
  let opened = await send(ctx, passes, call);
  if (operation.login && isRefused(opened, operation)) {
    passes.forget(call.channelId, target);
    opened = await send(ctx, passes, call);
  }
  return operation.pending ? followWork(ctx, opened, call.prepared, call.silenceMs) : opened;
}

function send(ctx: Pick<Context, 'outbound' | 'now'>, passes: Passes, call: Call): Promise<Opened> {
  const { login } = call.prepared.operation;
  if (!login) return dial(ctx, call, '');
  return passes.get(call.channelId, login, call.prepared.target).then((pass) => dial(ctx, call, pass));
}

function dial(
  { outbound, now }: Pick<Context, 'outbound' | 'now'>,
  { prepared, silenceMs, answerMs, onDispatch }: Call,
  pass: string,
): Promise<Opened> {
  const { operation, target, request } = prepared;
  const signed = operation.sign?.(request, target, { now: now(), pass });
  const openAt = request.isLast ? openSocket : open;
  return openAt(outbound, signed ? { ...request, ...signed } : request, silenceMs, onDispatch, answerMs);
}

/** What says that a pass is refused says little else. */
const MAX_FAULT_BYTES = 64 * 1024;

function isRefused(opened: Opened, { findFault }: Operation): boolean {
  if (opened.kind === 'stream') return false;
  if (opened.status === 401) return true;
  const json = findFault && opened.body.length < MAX_FAULT_BYTES && parseObject(opened.body);
  return json ? findFault(json)?.status === 401 : false;
}
