import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { RouteChannel } from '../../services/routing.ts';
import type { RelayContext } from '../context.ts';
import type { Asked } from '../dialects/dialect.ts';
import { RelayError, UpstreamRefusal } from '../errors.ts';
import { parseObject } from '../parse-object.ts';
import { readRefusalBody } from '../refusal-body.ts';
import { readRefusal, secretsOf } from '../refusals.ts';
import type { Prepared } from '../request.ts';
import { shownName } from '../shown-name.ts';
import { choose, mayRetry, note, prepareFor, toRefusal } from '../steps/dispatch.ts';
import { realtime } from './dialect.ts';

/** A session with an upstream, open and paused. */
export interface Line {
  channel: RouteChannel;
  prepared: Prepared;
  tried: readonly number[];
  socket: WebSocket;
}

interface Order {
  requestId: string;
  group: string;
  asked: Asked;
  channelId: number | undefined;
}

/** Of the handshake; those of a request with a body mean nothing here. */
const requestOnly = new Set(['content-type', 'accept', 'accept-encoding']);

/** Tries channels until one takes the session, as `dispatch` does for other calls. @throws {RelayError | UpstreamRefusal} */
export async function dial(ctx: RelayContext, order: Order): Promise<Line> {
  const routes = await ctx.routing.routes();
  const passed = new Set<number>();
  const tried: number[] = [];
  const budget = order.channelId === undefined ? 1 + ctx.options.current.RetryTimes : 1;
  let last: unknown;
  let unserved: RelayError | undefined;

  while (tried.length < budget) {
    const channel = choose(ctx, routes, order, passed);
    if (!channel) break;
    passed.add(channel.id);
    const prepared = prepareFor(ctx, channel, { asked: order.asked, dialect: realtime });
    if (!prepared || prepared instanceof RelayError) {
      unserved = prepared;
      if (order.channelId === undefined) continue;
      break;
    }
    tried.push(channel.id);
    const startedAt = ctx.now();
    try {
      return { channel, prepared, tried, socket: await connect(ctx, prepared, order.asked) };
    } catch (error) {
      last = toRefusal(error, channel);
      if (!(last instanceof UpstreamRefusal)) throw last;
      note(ctx, order.requestId, channel, tried.length, last, startedAt, prepared.target.key);
      if (!mayRetry(last.status, channel.type)) break;
    }
  }
  const { group, asked } = order;
  throw last ?? unserved ?? new RelayError(503, 'no_channel', { group, model: shownName(asked.model) });
}

function connect(ctx: RelayContext, { request, target }: Prepared, asked: Asked): Promise<WebSocket> {
  const own = Object.entries(request.headers).filter(([name]) => !requestOnly.has(name));
  const headers = { ...Object.fromEntries(own), ...asked.headers };
  const socket = ctx.outbound.webSocket(
    'channel',
    request.url.replace(/^http/, 'ws'),
    headers,
    request.proxy,
  );
  return new Promise((resolve, reject) => {
    // It stays for the life of the socket; the first call alone counts.
    socket.on('error', reject);
    socket.once('open', () => {
      socket.pause();
      resolve(socket);
    });
    socket.once('unexpected-response', (_, response: IncomingMessage) => {
      const refuse = (body: Buffer) => {
        const { statusCode = 502, headers } = response;
        reject(readRefusal(statusCode, headers, parseObject(body), secretsOf(target.key)));
      };
      void readRefusalBody(response)
        .then(refuse)
        .catch(reject)
        .finally(() => socket.terminate());
    });
  });
}
