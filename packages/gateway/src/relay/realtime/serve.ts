import type { Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { webSocketLimits } from '../../core/limits.ts';
import type { Call } from '../call.ts';
import type { RelayContext } from '../context.ts';
import { openaiErrors } from '../dialects/openai-errors.ts';
import { describe, isRefusal, RelayError } from '../errors.ts';
import { type Exchange, languageOf } from '../exchange.ts';
import { endLimits, withinLimits } from '../limits/enter-limits.ts';
import { findLimits } from '../limits/find-limits.ts';
import { withCall } from '../metering/failed-call.ts';
import type { Route } from '../routes/serving.ts';
import { authenticate } from '../steps/authenticate.ts';
import { assertOffered, checkModel, groupOf } from '../steps/authorize.ts';
import { describeCall } from '../tracing/trace-call.ts';
import { closeSocket } from './close.ts';
import { dial } from './dial.ts';
import { errorEvent, realtime } from './dialect.ts';
import { initialSize } from './response-size.ts';
import { RealtimeSession } from './session.ts';
import { SessionBilling } from './session-billing.ts';

/** The largest frame of a caller: vendors accept 15 MB of audio. */
const MAX_FRAME_BYTES = 16 * 1024 * 1024;
const KEEP_ALIVE_MS = 60_000;
const POLICY = 1008;
const INTERNAL = 1011;

/** An option of `ws` that its types do not have yet. */
const closing = { closeTimeout: webSocketLimits.closeMs };

const server = new WebSocketServer({
  ...closing,
  noServer: true,
  maxPayload: MAX_FRAME_BYTES,
  perMessageDeflate: false,
  handleProtocols: (protocols) => (protocols.has('realtime') ? 'realtime' : false),
});

/** Serves a request that opens a session. Refuses it like any other call when it is not allowed. */
export function realtimeRoute(socket: Socket, head: Buffer): Route {
  return {
    dialect: openaiErrors,
    isSession: true,
    async serve(ctx, exchange) {
      const caller = await authenticate(ctx, exchange);
      const { headers, url = '' } = exchange.request;
      const { owner } = caller;
      let model: string | undefined;
      try {
        const relayRequest = await realtime.parse({ body: Buffer.alloc(0), headers, url });
        model = relayRequest.model;
        const group = groupOf(ctx.options.current, owner);
        const limits = await findLimits(ctx, caller, group, [model]);
        const call = { exchange, caller, group, relayRequest, limits };
        const open = () => openSession(ctx, call, () => accept(exchange, socket, head));
        if (!limits) return await open();
        await withinLimits(ctx, limits, { exchange }, async () => {});
        await open().finally(() => endLimits(ctx, limits, exchange.response));
      } catch (error) {
        throw withCall(error, { owner, model, isStream: true });
      }
    },
  };
}

async function openSession(
  ctx: RelayContext,
  call: Call,
  acceptCaller: () => Promise<WebSocket>,
): Promise<void> {
  const { caller, relayRequest } = call;
  checkModel(caller, relayRequest.model);
  assertOffered(await ctx.routing.routes(), caller, relayRequest.model);
  const leave = ctx.sessionSlots.enter(caller.owner.userId);
  try {
    const slot = await ctx.limiter.enter(caller.owner.userId, ctx.options.current);
    const near = await acceptCaller().catch((error) => {
      slot.giveBack();
      throw error;
    });
    // The remaining work for a caller who left is short and needs no slot.
    near.once('close', leave);
    if (!(await converse(ctx, call, near))) slot.giveBack();
  } finally {
    leave();
  }
}

/**
 * Runs the session. Sends errors as events, because pages cannot read the response to a handshake. Returns
 * whether a session was opened.
 */
async function converse(ctx: RelayContext, call: Call, near: WebSocket): Promise<boolean> {
  const { exchange, group, relayRequest, caller } = call;
  const { requestId, trace } = exchange;
  if (trace) describeCall({ ...call, dialect: realtime });
  const billing = new SessionBilling(ctx, call);
  try {
    await billing.prepare(initialSize(relayRequest.model));
    const isOver = () => near.readyState !== near.OPEN;
    const order = {
      requestId,
      group,
      relayRequest,
      channelId: caller.channelId,
      limits: call.limits,
      trace,
      isOver,
    };
    const line = await dial(ctx, order);
    await new RealtimeSession(ctx, call, { line, near, billing }).run();
    return true;
  } catch (error) {
    await billing.close().catch((err) => ctx.log.error({ err, requestId }, 'a hold could not be given back'));
    if (!isRefusal(error)) ctx.log.error({ err: error, requestId }, 'a session failed in the relay');
    const { model } = relayRequest;
    ctx.failedCalls.record(exchange, withCall(error, { owner: caller.owner, model, isStream: true }));
    const failure = describe(error, languageOf(exchange), requestId);
    if (near.readyState === near.OPEN) near.send(errorEvent(failure, requestId));
    near.resume();
    closeSocket(near, failure.status < 500 ? POLICY : INTERNAL, failure.code);
    return false;
  }
}

/** Upgrades the socket to a WebSocket. Reads nothing before a listener is attached. */
function accept({ request, response }: Exchange, socket: Socket, head: Buffer): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new RelayError(426, 'websocket_required'));
    // The caller left during the key lookup: no later event would report it.
    if (socket.destroyed) return refuse();
    response.detachSocket(socket);
    // Detects callers that vanished silently: their session would keep its slot for ever.
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    // An invalid handshake has been answered already.
    socket.once('close', refuse);
    server.handleUpgrade(request, socket, head, (near) => {
      near.on('error', () => {}); // its close event follows
      near.pause();
      resolve(near);
    });
  });
}
