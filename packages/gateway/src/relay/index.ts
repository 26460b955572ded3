import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Context } from '../core/context.ts';
import { findDatabaseGone } from '../core/database-gone.ts';
import { findDatabaseMoved } from '../core/database-moved.ts';
import { callerLimits, upstreamLimits } from '../core/limits.ts';
import { createAddressReader } from '../http/client-address.ts';
import { createChannelHealth } from '../services/channel-health.ts';
import { createRouting } from '../services/routing.ts';
import { affordableBytes, createBodyBudget } from './body-budget.ts';
import { createBodyScanner } from './body-scanner.ts';
import type { RelayContext } from './context.ts';
import { describe, isRefusal, RelayError } from './errors.ts';
import { type Exchange, languageOf } from './exchange.ts';
import { HeavySenders } from './heavy-senders.ts';
import { createModelLimiter } from './model-limiter.ts';
import { MoneyQueue } from './money-queue.ts';
import { createPasses } from './passes.ts';
import { EVENT_STREAM } from './pulse.ts';
import { createOpenSessions } from './realtime/open-sessions.ts';
import { createPlaces } from './realtime/places.ts';
import { realtimeRoute } from './realtime/serve.ts';
import { findRoute } from './routes.ts';
import type { Route } from './serving.ts';
import { createTokenCache } from './token-cache.ts';
import { createTokenCounter } from './tokens.ts';

export interface Relay {
  /** True when the call is the relay's own; it then owns the reply. `crowded` calls are refused. */
  handle(request: IncomingMessage, response: ServerResponse, requestId: string, crowded?: boolean): boolean;
  /** The same for a request that wants to become a WebSocket. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer, requestId: string, crowded?: boolean): void;
  /** From now on new calls are refused; those under way go on. */
  drain(): void;
  /** What calls hold at the moment. All are 0 when nobody calls. */
  held(): Held;
  /** Ends streams with an error event, waits until running calls are booked, at most five seconds. */
  close(): Promise<void>;
}

export interface Held {
  calls: number;
  streams: number;
  /** Streams that are read on after their caller left. */
  abandoned: number;
  bodyBytes: number;
  /** Realtime sessions, those that are about to begin too. */
  sessions: number;
}

export interface RelayOverrides {
  /** From 0 to 1: which of several channels is chosen. */
  random?: () => number;
  /** How long an upstream may be silent. Default: two minutes. */
  silenceMs?: number;
  /** How long a whole answer may take. Default: an hour. */
  answerMs?: number;
  /** How long a call waits for money that other calls hold. Default: ten seconds. */
  moneyWaitMs?: number;
  /** How long a caller of a stream may take nothing. Default: a minute. */
  stallMs?: number;
  /** How many streams are read on after their callers left. Default: 200. */
  abandonedStreams?: number;
  /** Between two comments in a silent stream. Default: what the option says. */
  pulseMs?: number;
  /** How many bodies of one user may be refused for their structure in 30 seconds. Default: 5. */
  heavyBodies?: number;
  /** Bytes of all bodies of calls under way. Default: a quarter of the memory, at most 512 MB. */
  inFlightBytes?: number;
}

/** The relay: everything under `/v1` and the other addresses that model clients call. */
export function createRelay(ctx: Context, overrides: RelayOverrides = {}): Relay {
  const relayContext = toRelayContext(ctx, overrides);
  const calls = new Set<Promise<void>>();
  let draining = false;
  let closed: Promise<void> | undefined;
  const readAddress = createAddressReader(ctx.config.trustedProxies);

  async function carry(
    route: Route,
    { request, response, requestId }: Arrival,
    crowded = false,
  ): Promise<void> {
    const { ip, host, secure } = readAddress(request.socket.remoteAddress, request.headers);
    const bodyShare = relayContext.bodies.open();
    const exchange: Exchange = {
      request,
      response,
      requestId,
      ip,
      host,
      secure,
      startedAt: ctx.now(),
      bodyShare,
    };
    try {
      if (draining) throw restarting();
      if (crowded) throw crowd(ctx.config.connectionsPerAddress);
      await route.serve(relayContext, exchange);
    } catch (error) {
      refuse(ctx, exchange, route, isDatabaseLost(error) ? databaseLost(ctx, error) : error);
    } finally {
      bodyShare.giveBack();
    }
  }

  return {
    handle(request, response, requestId, crowded) {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      const route = findRoute(request.method ?? 'GET', path);
      if (!route) return false;
      const byKey = !path.startsWith(PLAYGROUND);
      if (byKey) openToBrowsers(response);
      if (byKey && request.method === 'OPTIONS') return answerPreflight(request, response);
      remember(calls, carry(route, { request, response, requestId }, crowded));
      return true;
    },
    upgrade(request, socket, head, requestId, crowded) {
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      response.on('error', () => {}); // Its call ends by the 'close' of the socket.
      response.assignSocket(socket);
      response.once('finish', () => destroySoon(socket));
      remember(calls, carry(realtimeRoute(socket, head), { request, response, requestId }, crowded));
    },
    drain() {
      draining = true;
    },
    held: () => heldBy(relayContext, calls),
    close() {
      draining = true;
      closed ??= end(relayContext, calls);
      return closed;
    },
  };
}

function remember(calls: Set<Promise<void>>, call: Promise<void>): void {
  calls.add(call);
  void call.then(() => calls.delete(call));
}

function heldBy({ streams, abandoned, bodies, places }: RelayContext, calls: ReadonlySet<unknown>): Held {
  return {
    calls: calls.size,
    streams: streams.size,
    abandoned: abandoned.count,
    bodyBytes: bodies.taken(),
    sessions: places.taken(),
  };
}

function toRelayContext(ctx: Context, overrides: RelayOverrides): RelayContext {
  const { inFlightBytes = affordableBytes() } = overrides;
  return {
    ...ctx,
    routing: createRouting(ctx),
    health: createChannelHealth(ctx),
    tokens: createTokenCache(ctx),
    openSessions: createOpenSessions(ctx),
    limiter: createModelLimiter(ctx.limits),
    passes: createPasses(ctx),
    counter: createTokenCounter(),
    abandoned: { count: 0, most: overrides.abandonedStreams ?? callerLimits.abandonedStreams },
    streams: new Set(),
    places: createPlaces({ all: ctx.config.realtimeSessions, perUser: ctx.config.realtimeSessionsPerUser }),
    bodies: createBodyBudget(inFlightBytes),
    scanner: createBodyScanner(),
    heavySenders: new HeavySenders(overrides.heavyBodies ?? callerLimits.heavyBodies, ctx.monotonicNow),
    moneyQueue: new MoneyQueue(overrides.moneyWaitMs ?? callerLimits.moneyWaitMs),
    silenceMs: overrides.silenceMs ?? upstreamLimits.silenceMs,
    answerMs: overrides.answerMs ?? upstreamLimits.answerMs,
    stallMs: overrides.stallMs ?? callerLimits.stallMs,
    pulseMs: overrides.pulseMs,
    random: overrides.random ?? Math.random,
  };
}

async function end(
  { streams, counter, scanner, moneyQueue }: RelayContext,
  calls: ReadonlySet<Promise<void>>,
): Promise<void> {
  const stop = () => {
    for (const stream of streams) stream.stop();
  };
  stop();
  moneyQueue.close();
  // An upstream may begin its stream only now.
  const stopLate = setInterval(stop, 50);
  const patience = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref());
  await Promise.race([Promise.allSettled(calls), patience]);
  clearInterval(stopLate);
  await Promise.all([counter.close(), scanner.close()]);
}

/**
 * Ends a connection that was refused an upgrade. None of the server's time limits counts for it any more, so a caller
 * that takes nothing, or never closes its end, would keep it open.
 */
function destroySoon(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), REFUSED_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.destroySoon();
}

type Arrival = Pick<Exchange, 'request' | 'response' | 'requestId'>;

function crowd(count: number): RelayError {
  return new RelayError(429, 'connections_full', { count }, { retryAfter: RETRY_SECONDS });
}

function isDatabaseLost(error: unknown): boolean {
  return (findDatabaseMoved(error) ?? findDatabaseGone(error)) !== undefined;
}

function databaseLost({ log }: Context, cause: unknown): RelayError {
  log.error({ err: cause }, 'a call was refused');
  return new RelayError(503, 'busy', {}, { cause, retryAfter: RETRY_SECONDS });
}

function restarting(): RelayError {
  return new RelayError(503, 'restarting', {}, { retryAfter: RETRY_SECONDS });
}

/** Long enough to book what streams have used; a plain answer that is not there yet is recovered at the next start. */
const CLOSE_MS = 5000;
const RETRY_SECONDS = 5;
/** For the refusal of an upgrade to leave. */
const REFUSED_MS = 2000;

/** Refusals after which nothing more is read from the connection. */
const CLOSING = new Set(['restarting', 'connections_full']);

/** Refusals with a status that clients try again by themselves, but that only an administrator can change. */
const LASTING = new Set(['model_price_error']);

/** The only part of the relay that looks at cookies: no other site may call it. */
const PLAYGROUND = '/pg/';

/** Any page may call the relay with a key that it has. */
function openToBrowsers(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', '*');
}

function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): true {
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE, OPTIONS');
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-max-age', '86400');
  response.writeHead(204).end();
  return true;
}

function refuse(ctx: Context, exchange: Exchange, route: Route, error: unknown) {
  const { request, response, requestId } = exchange;
  if (!isRefusal(error)) ctx.log.error({ err: error, requestId }, 'a call failed in the relay');
  if (response.destroyed) return;
  const failure = describe(error, languageOf(exchange), requestId);
  if (response.headersSent) {
    // A stream that began with comments can still tell what went wrong.
    if (response.getHeader('content-type') === EVENT_STREAM)
      response.end(route.dialect.formatStreamError?.(failure));
    else response.destroy();
    return;
  }
  const body = route.dialect.formatError(failure);
  // The rest of a body that nobody reads would be taken for the next request.
  if (!request.complete || CLOSING.has(failure.code)) response.setHeader('connection', 'close');
  if (failure.retryAfter !== undefined) response.setHeader('retry-after', failure.retryAfter);
  if (LASTING.has(failure.code)) response.setHeader('x-should-retry', 'false');
  response.writeHead(failure.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
