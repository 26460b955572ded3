import type { Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { webSocketLimits } from '../../core/limits.ts';
import type { RelayContext } from '../context.ts';
import { openaiErrors } from '../dialects/openai-errors.ts';
import { describe, isRefusal, RelayError } from '../errors.ts';
import { type Exchange, languageOf } from '../exchange.ts';
import type { Route } from '../serving.ts';
import { authenticate } from '../steps/authenticate.ts';
import { assertOffered, checkModel, groupOf } from '../steps/authorize.ts';
import { closeSocket } from './close.ts';
import { dial } from './dial.ts';
import { errorEvent, realtime } from './dialect.ts';
import type { Payer } from './payer.ts';
import { initialSize } from './response-size.ts';
import { RealtimeSession } from './session.ts';
import { SessionBilling } from './session-billing.ts';

/** Frames of callers: 15 MB of sound is what the vendors take. */
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

/** A request that wants to become a session. Who may not have one is refused as any other call is. */
export function realtimeRoute(socket: Socket, head: Buffer): Route {
  return {
    dialect: openaiErrors,
    async serve(ctx, exchange) {
      const { request } = exchange;
      const caller = await authenticate(ctx, exchange);
      const { headers, url = '' } = request;
      const asked = await realtime.parse({ body: Buffer.alloc(0), headers, url });
      const options = ctx.options.current;
      const group = groupOf(options, caller.owner);
      checkModel(caller, asked.model);
      await assertOffered(ctx, caller, asked.model);
      const leave = ctx.places.enter(caller.owner.userId);
      try {
        const slot = await ctx.limiter.enter(caller.owner.userId, options);
        const near = await accept(exchange, socket, head).catch((error) => {
          slot.giveBack();
          throw error;
        });
        // What is left to do for a caller who is gone is short, and takes nobody's place.
        near.once('close', leave);
        if (!(await converse(ctx, { exchange, caller, group, asked }, near))) slot.giveBack();
      } finally {
        leave();
      }
    },
  };
}

/** From here on refusals are events: pages cannot read the answer to a handshake. Answers whether there was a session. */
async function converse(ctx: RelayContext, payer: Payer, near: WebSocket): Promise<boolean> {
  const { exchange, group, asked, caller } = payer;
  const { requestId } = exchange;
  const billing = new SessionBilling(ctx, payer);
  try {
    await billing.prepare(initialSize(asked.model));
    const line = await dial(ctx, { requestId, group, asked, channelId: caller.channelId });
    await new RealtimeSession(ctx, payer, line, billing, near).run();
    return true;
  } catch (error) {
    await billing.close().catch((err) => ctx.log.error({ err, requestId }, 'a hold could not be given back'));
    if (!isRefusal(error)) ctx.log.error({ err: error, requestId }, 'a session failed in the relay');
    const failure = describe(error, languageOf(exchange), requestId);
    if (near.readyState === near.OPEN) near.send(errorEvent(failure, requestId));
    near.resume();
    closeSocket(near, failure.status < 500 ? POLICY : INTERNAL, failure.code);
    return false;
  }
}

/** The socket stops being one of HTTP. Nothing is read before there is somebody to read it. */
function accept({ request, response }: Exchange, socket: Socket, head: Buffer): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new RelayError(426, 'websocket_required'));
    // The caller left while its key was looked up: no event follows from which that could be learnt.
    if (socket.destroyed) return refuse();
    response.detachSocket(socket);
    // Finds callers that vanished without a word: such a session would keep its place for ever.
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    // A handshake that is none was answered already.
    socket.once('close', refuse);
    server.handleUpgrade(request, socket, head, (near) => {
      near.on('error', () => {}); // its close follows
      near.pause();
      resolve(near);
    });
  });
}
