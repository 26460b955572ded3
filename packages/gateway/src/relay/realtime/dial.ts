import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { RouteChannel } from '../../modules/channels/routing/routing.ts';
import type { CallTrace } from '../../tracing/call-trace.ts';
import type { RelayContext } from '../context.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import type { CallLimits } from '../limits/call-limits.ts';
import { enterChannel } from '../limits/enter-channel.ts';
import { parseObject } from '../request/parse-object.ts';
import type { Prepared } from '../request/request.ts';
import { prepareFor } from '../routing/prepare-for.ts';
import { tryChannels } from '../routing/try-channels.ts';
import { attemptOf, traceAttempt } from '../tracing/trace-attempt.ts';
import { readErrorBody } from '../upstream/error-body.ts';
import { parseUpstreamError, secretsOf } from '../upstream/upstream-errors.ts';
import { realtime } from './dialect.ts';

/** An open, paused session with an upstream. */
export interface UpstreamSession {
  channel: RouteChannel;
  prepared: Prepared;
  triedIds: readonly number[];
  socket: WebSocket;
}

interface Order {
  requestId: string;
  group: string;
  relayRequest: RelayRequest;
  channelId: number | undefined;
  limits: CallLimits | undefined;
  trace: CallTrace | undefined;
  /** Whether the caller has left. */
  isOver(): boolean;
}

/** Headers that only make sense for a request with a body, not for a handshake. */
const requestOnly = new Set(['content-type', 'accept', 'accept-encoding']);

/** Tries channels until one accepts the session. @throws {RelayError | UpstreamError} */
export async function dial(ctx: RelayContext, order: Order): Promise<UpstreamSession> {
  const { requestId, group, relayRequest, channelId, limits, trace, isOver } = order;
  const query = { requestId, group, channelId, model: relayRequest.model };
  const { content: socket, ...line } = await tryChannels<Prepared, WebSocket>(ctx, query, {
    prepare: (channel) => prepareFor(ctx, channel, { relayRequest, dialect: realtime }),
    ask(channel, prepared) {
      const open = () => connect(ctx, channel, prepared, relayRequest);
      if (!trace) return open();
      return traceAttempt(trace, attemptOf({ dialect: realtime }, channel, prepared), open);
    },
    ...(limits && limits.rules.ofChannels.length > 0 && { enter: entering(ctx, query.model, limits) }),
    keyOf: ({ target }) => target.key,
    isOver,
  });
  return { ...line, socket };
}

/** Counts the session for requests and running calls. The money and the tokens of its responses do not count. */
function entering(ctx: RelayContext, model: string, limits: CallLimits) {
  return ({ id }: RouteChannel, { target }: Prepared) =>
    enterChannel(ctx, { limits, model, channelId: id, key: target.key });
}

function connect(
  ctx: RelayContext,
  channel: RouteChannel,
  { request, target }: Prepared,
  relayRequest: RelayRequest,
): Promise<WebSocket> {
  const own = Object.entries(request.headers).filter(([name]) => !requestOnly.has(name));
  const headers = { ...Object.fromEntries(own), ...relayRequest.headers };
  const socket = ctx.outbound.webSocket(
    'channel',
    request.url.replace(/^http/, 'ws'),
    headers,
    request.proxy,
  );
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
  const silence = setTimeout(() => {
    reject(new Error('the upstream is silent'));
    socket.terminate();
  }, channel.silenceMs ?? ctx.silenceMs);
  // The listener stays for the life of the socket; only its first call has an effect.
  socket.on('error', reject);
  socket.once('open', () => {
    socket.pause();
    resolve(socket);
  });
  socket.once('unexpected-response', (_, response: IncomingMessage) => {
    const refuse = (body: Buffer) => {
      const { statusCode = 502, headers } = response;
      reject(parseUpstreamError(statusCode, headers, parseObject(body), secretsOf(target.key)));
    };
    void readErrorBody(response)
      .then(refuse)
      .catch(reject)
      .finally(() => socket.terminate());
  });
  return promise.finally(() => clearTimeout(silence));
}
