import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Context } from '../core/context.ts';
import { findDatabaseGone } from '../core/database-gone.ts';
import { findDatabaseMoved } from '../core/database-moved.ts';
import { callerLimits, upstreamLimits } from '../core/limits.ts';
import { createCallerReader } from '../http/client-address.ts';
import { addHeaders } from '../http/gateway-response.ts';
import { ServerResponse } from '../http/node-http.ts';
import type { UpgradedSocket } from '../http/upgrades.ts';
import { RelayMetrics } from '../metrics/relay-metrics.ts';
import { createChannelHealth } from '../modules/channels/health/channel-health.ts';
import { createRouting } from '../modules/channels/routing/routing.ts';
import { createLimitRules } from '../modules/limits/rule-set.ts';
import { createTracer } from '../tracing/tracer.ts';
import { createModelLimiter } from './access/model-limiter.ts';
import { createTokenCache } from './access/token-cache.ts';
import { closeRelay } from './close-relay.ts';
import type { RelayContext } from './context.ts';
import { RelayError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { RelayUsage } from './gauges.ts';
import { ChannelOutcomes } from './metering/channel-outcomes.ts';
import { FailedCallLog } from './metering/failed-call-log.ts';
import { MoneyQueue } from './money/money-queue.ts';
import type { RelayOverrides } from './overrides.ts';
import { createTokenCounter } from './prompt/tokens.ts';
import { createMetrics, type MetricsReader } from './read-metrics.ts';
import { createOpenSessions } from './realtime/open-sessions.ts';
import { realtimeRoute } from './realtime/serve.ts';
import { createSessionLimiter } from './realtime/session-limiter.ts';
import { refuse } from './refuse.ts';
import { affordableBytes, createBodyBudget } from './request/body-budget.ts';
import { createBodyScanner } from './request/body-scanner.ts';
import { HeavySenders } from './request/heavy-senders.ts';
import { findMisdirected } from './routes/misdirected.ts';
import { findRoute } from './routes/routes.ts';
import type { Route } from './routes/serving.ts';
import { ChannelAffinity } from './routing/affinity.ts';
import { BackgroundResponses } from './stored/background-responses.ts';
import { describeFailure, endTrace } from './tracing/trace-call.ts';
import { createAccessTokenCache } from './upstream/access-token-cache.ts';

export interface Relay extends MetricsReader {
  /** Returns true when the relay serves the call; it then sends the response. It refuses calls with `isOverLimit`. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    isOverLimit?: boolean,
  ): boolean;
  /** The same for a request to upgrade to a WebSocket. */
  upgrade(request: IncomingMessage, upgraded: UpgradedSocket, requestId: string, isOverLimit?: boolean): void;
  /** Holds the money of responses in the background again, before calls can spend it. Call it before listening. */
  prepare(): Promise<void>;
  /** Refuses new calls from now on; running calls continue. */
  drain(): void;
  /** What running calls hold. All counts are 0 when no calls run. */
  usage(): RelayUsage;
  /** Ends streams with an error event. Waits up to five seconds until running calls are booked. */
  close(): Promise<void>;
}

/** Creates the relay: everything under `/v1` and the other paths that model clients call. */
export function createRelay(ctx: Context, overrides: RelayOverrides = {}): Relay {
  const relayContext = toRelayContext(ctx, overrides);
  const calls = new Set<Promise<void>>();
  const metrics = createMetrics(relayContext, () => usageOf(relayContext, calls));
  let draining = false;
  let closed: Promise<void> | undefined;
  const readAddress = createCallerReader(ctx.config.trustedProxies);

  async function handleCall(
    route: Route,
    { request, response, requestId }: Arrival,
    isOverLimit = false,
  ): Promise<void> {
    const address = readAddress(request.socket.remoteAddress, request.headers);
    const exchange = toExchange(relayContext, { request, response, requestId }, address);
    try {
      if (draining) throw restarting();
      if (isOverLimit) throw tooManyConnections(ctx.config.connectionsPerAddress);
      await route.serve(relayContext, exchange);
    } catch (error) {
      fail(relayContext, exchange, route, error);
    } finally {
      end(relayContext, exchange, route);
    }
  }

  return {
    handle(request, response, requestId, isOverLimit) {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      const route = findRoute(request.method ?? 'GET', path) ?? findMisdirected(request, path);
      if (!route) return false;
      const byKey = !path.startsWith(PLAYGROUND);
      addCallHeaders(response, requestId, byKey);
      if (byKey && request.method === 'OPTIONS') return answerPreflight(request, response);
      remember(calls, handleCall(route, { request, response, requestId }, isOverLimit));
      return true;
    },
    upgrade(request, { socket, head }, requestId, isOverLimit) {
      const response = refusalOn(socket, request);
      remember(calls, handleCall(realtimeRoute(socket, head), { request, response, requestId }, isOverLimit));
    },
    prepare: () => relayContext.background.takeOver(),
    drain() {
      draining = true;
    },
    ...metrics,
    usage: () => usageOf(relayContext, calls),
    close() {
      draining = true;
      closed ??= closeRelay(relayContext, calls);
      return closed;
    },
  };
}

function toExchange(
  { bodies, tracer, now }: RelayContext,
  { request, response, requestId }: Arrival,
  { ip, host, secure }: Pick<Exchange, 'ip' | 'host' | 'secure'>,
): Exchange {
  return {
    request,
    response,
    requestId,
    ip,
    host,
    secure,
    startedAt: now(),
    bodyShare: bodies.open(),
    trace: tracer?.begin(request, requestId),
  };
}

function end(ctx: RelayContext, exchange: Exchange, { dialect }: Route): void {
  const { metrics, now } = ctx;
  const { request, response, startedAt, bodyShare } = exchange;
  bodyShare.giveBack();
  if (exchange.trace) endTrace(ctx, exchange);
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const status = exchange.failedStatus ?? response.statusCode;
  metrics.ended('id' in dialect ? String(dialect.id) : 'other', path, status, now() - startedAt);
}

function fail(ctx: RelayContext, exchange: Exchange, route: Route, error: unknown): void {
  if (exchange.trace) describeFailure(exchange, error);
  const isLost = isDatabaseLost(error);
  refuse(ctx, exchange, route, isLost ? databaseLost(ctx, error) : error);
  // Lists of models and the like are no calls.
  const isCall = exchange.request.method !== 'GET' || route.isSession;
  if (isCall && !isLost) ctx.failedCalls.record(exchange, error);
}

function remember(calls: Set<Promise<void>>, call: Promise<void>): void {
  calls.add(call);
  void call.then(() => calls.delete(call));
}

function usageOf(
  { streams, abandoned, bodies, sessionSlots }: RelayContext,
  calls: ReadonlySet<unknown>,
): RelayUsage {
  return {
    calls: calls.size,
    streams: streams.size,
    abandoned: abandoned.count,
    bodyBytes: bodies.usedBytes(),
    sessions: sessionSlots.count(),
  };
}

function toRelayContext(ctx: Context, overrides: RelayOverrides): RelayContext {
  const { inFlightBytes = affordableBytes(), backgroundPauseMs = upstreamLimits.backgroundPauseMs } =
    overrides;
  const random = overrides.random ?? Math.random;
  const tracer = createTracer({ ...ctx, random, pauseMs: overrides.tracePauseMs });
  const relayContext: RelayContext = {
    ...ctx,
    log: tracer?.log ?? ctx.log,
    tracer,
    affinity: new ChannelAffinity(ctx),
    routing: createRouting(ctx),
    health: createChannelHealth(ctx),
    tokens: createTokenCache(ctx),
    openSessions: createOpenSessions(ctx),
    limiter: createModelLimiter(ctx.limits),
    accessTokens: createAccessTokenCache(ctx),
    counter: createTokenCounter(),
    failedCalls: new FailedCallLog(ctx),
    metrics: new RelayMetrics(ctx.gatewayMetrics.registry),
    outcomes: new ChannelOutcomes(ctx),
    abandoned: { count: 0, most: overrides.abandonedStreams ?? callerLimits.abandonedStreams },
    streams: new Set(),
    sessionSlots: limitSessions(ctx),
    bodies: createBodyBudget(inFlightBytes),
    scanner: createBodyScanner(),
    heavySenders: new HeavySenders(overrides.heavyBodies ?? callerLimits.heavyBodies, ctx.monotonicNow),
    moneyQueue: new MoneyQueue(overrides.moneyWaitMs ?? callerLimits.moneyWaitMs),
    limitRules: createLimitRules(ctx),
    limitQueue: new MoneyQueue(callerLimits.moneyWaitMs),
    silenceMs: overrides.silenceMs ?? upstreamLimits.silenceMs,
    answerMs: overrides.answerMs ?? upstreamLimits.answerMs,
    stallMs: overrides.stallMs ?? callerLimits.stallMs,
    heartbeatMs: overrides.heartbeatMs,
    random,
    get background() {
      return background;
    },
  };
  const background = new BackgroundResponses(relayContext, backgroundPauseMs);
  return relayContext;
}

function limitSessions({ config, limits }: Context) {
  const { realtimeSessions: all, realtimeSessionsPerUser: perUser } = config;
  const shared = {
    users: limits.counts({ name: 'user-sessions', most: perUser }),
    all: limits.counts({ name: 'sessions', most: all }),
  };
  return createSessionLimiter({ all, perUser, shared });
}

/** Returns the response to an upgrade that is refused. Its end ends the connection. */
function refusalOn(socket: Socket, request: IncomingMessage): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.on('error', () => {}); // The 'close' event of the socket ends the call.
  response.assignSocket(socket);
  response.once('finish', () => destroySoon(socket));
  return response;
}

/**
 * Ends a connection whose upgrade was refused. The server's timeouts no longer apply to it. A caller that
 * reads nothing, or never closes its end, would keep it open.
 */
function destroySoon(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), REFUSED_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.destroySoon();
}

type Arrival = Pick<Exchange, 'request' | 'response' | 'requestId'>;

function tooManyConnections(count: number): RelayError {
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

const RETRY_SECONDS = 5;
/** Time to send the refusal of an upgrade. */
const REFUSED_MS = 2000;

/** Where the clients of OpenAI and Anthropic look for the id, next to the gateway's own header. */
const [X_REQUEST_ID, REQUEST_ID] = ['x-request-id', 'request-id'];
const ANY_PAGE = ['access-control-allow-origin', '*', 'access-control-expose-headers', '*'];

/** The only part of the relay that reads cookies: no other site may call it. */
const PLAYGROUND = '/pg/';

/** Names the call, and lets any page call the relay with a key. */
function addCallHeaders(response: ServerResponse, requestId: string, byKey: boolean): void {
  addHeaders(response, [X_REQUEST_ID, requestId, REQUEST_ID, requestId, ...(byKey ? ANY_PAGE : [])]);
}

function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): true {
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE, OPTIONS');
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-max-age', '86400');
  response.writeHead(204).end();
  return true;
}
