import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { RouteChannel } from '../../modules/channels/routing/routing.ts';
import type { RelayContext } from '../context.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import { parseObject } from '../request/parse-object.ts';
import type { Prepared } from '../request/request.ts';
import { prepareFor } from '../routing/prepare-for.ts';
import { tryChannels } from '../routing/try-channels.ts';
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
}

/** Headers that only make sense for a request with a body, not for a handshake. */
const requestOnly = new Set(['content-type', 'accept', 'accept-encoding']);

/** Tries channels until one accepts the session. @throws {RelayError | UpstreamError} */
export async function dial(ctx: RelayContext, { relayRequest, ...order }: Order): Promise<UpstreamSession> {
  const query = { ...order, model: relayRequest.model };
  const { content: socket, ...line } = await tryChannels<Prepared, WebSocket>(ctx, query, {
    prepare: (channel) => prepareFor(ctx, channel, { relayRequest, dialect: realtime }),
    ask: (_, prepared) => connect(ctx, prepared, relayRequest),
    keyOf: ({ target }) => target.key,
  });
  return { ...line, socket };
}

function connect(
  ctx: RelayContext,
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
  return new Promise((resolve, reject) => {
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
  });
}
