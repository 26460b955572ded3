import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { ErrorCode, ErrorDetails } from '@tollgate/contract';
import type { Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { connectionLimits } from '../core/limits.ts';
import { createReadiness, type Readiness } from '../modules/shared/readiness.ts';
import { type ConnectionLimiter, createConnectionLimiter } from './connection-limiter.ts';
import { admitConsole } from './console-origins.ts';
import { GatewayResponse } from './gateway-response.ts';
import { hasValidHost } from './host-header.ts';
import { errorMessage, readLanguage } from './language.ts';
import { createServer } from './node-http.ts';
import { createPipelines } from './pipelines.ts';
import { answerProbe } from './probes.ts';
import { createRequestId, REQUEST_ID_HEADER } from './request-id.ts';
import { acceptTarget } from './request-target.ts';
import { canBecomeSession, closeUpgradedSockets, type UpgradedSocket } from './upgrades.ts';

/**
 * The relay's entry. It returns true when the call is its own, and then owns the response; such calls bypass
 * Fastify. The response already carries the request id. A call with `isOverLimit` comes from an address with
 * too many connections.
 */
export type RelayHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  isOverLimit: boolean,
) => boolean;

/** The same for a WebSocket upgrade: the handler owns the socket. */
export type UpgradeHandler = (
  request: IncomingMessage,
  upgraded: UpgradedSocket,
  requestId: string,
  isOverLimit: boolean,
) => void;

interface Handlers {
  console(request: IncomingMessage, response: ServerResponse): void;
  relay?: RelayHandler | undefined;
  upgrade?: UpgradeHandler | undefined;
  readiness?: Readiness | undefined;
  /** Answers `/metrics`; false for other addresses. */
  metrics?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
}

function limitConnections({ config, limits, log }: Context): ConnectionLimiter {
  return createConnectionLimiter({
    trustedProxies: config.trustedProxies,
    perAddress: config.connectionsPerAddress,
    shared: limits.counts({ name: 'connections', most: config.connectionsPerAddress }),
    onTooManyConnections: warnNowAndThen((ip) =>
      log.warn({ ip }, 'too many connections from one address; is it a proxy that TRUSTED_PROXIES lacks?'),
    ),
  });
}

/**
 * Creates one HTTP server for relay and console, with limits against slow, oversized and too many requests.
 *
 * No connection can end the process. Every socket and every response has an error listener from the start,
 * and an exception while a request is handled ends only that request.
 */
export function createHttpServer(ctx: Context, handlers: Handlers): Server {
  const { config, log } = ctx;
  const { console, relay, upgrade, metrics, readiness = createReadiness(ctx) } = handlers;
  const connections = limitConnections(ctx);

  function route(request: IncomingMessage, response: ServerResponse, requestId: string): void {
    const { url = '' } = request;
    if (url.length > connectionLimits.urlLength) {
      response.writeHead(414, { connection: 'close' }).end();
      return;
    }
    if (!hasValidHost(request) || !acceptTarget(request)) {
      refuse(request, response, requestId, { code: 'bad_host' });
      return;
    }
    if (answerProbe(request, response, readiness) || metrics?.(request, response)) return;
    if (admitConsole(request, response, config.consoleOrigins)) return;
    const isOverLimit = connections.hasTooManyConnections(request, response);
    if (relay?.(request, response, requestId, isOverLimit)) return;
    if (readiness.isClosed) refuse(request, response, requestId, RESTARTING);
    else if (isOverLimit) refuse(request, response, requestId, OVER_LIMIT);
    else console(request, response);
  }

  const handleInOrder = createPipelines(connectionLimits.requestsPerSocket);
  const options = {
    ...serverLimits,
    ServerResponse: GatewayResponse,
    shouldUpgradeCallback: canBecomeSession,
  };
  const server = createServer(options, (request, response) => {
    const requestId = createRequestId(Date.now());
    response.on('error', ignore); // A handler may write after the end.
    response.addHeaders([REQUEST_ID_HEADER, requestId]);
    // The next call comes by another connection, and finds another gateway.
    if (readiness.isDraining) response.shouldKeepAlive = false;
    handleInOrder(request, response, () => {
      try {
        route(request, response, requestId);
      } catch (error) {
        log.error({ err: error, requestId }, 'A request failed unexpectedly');
        if (response.headersSent) response.destroy();
        else refuse(request, response, requestId, { code: 'internal' });
      }
    });
  });
  server.on('connection', (socket) => {
    socket.on('error', ignore); // Its 'close' follows, which every owner listens to.
    connections.enter(socket);
  });
  server.on('upgrade', (request, duplex, head) => {
    const socket = duplex as Socket;
    // An exception in an event listener would end the process.
    try {
      upgraded.add(socket);
      if (!upgrade || socket.destroyed) return void socket.destroy();
      const isOverLimit = connections.hasTooManyConnections(request, socket);
      upgrade(request, { socket, head }, createRequestId(Date.now()), isOverLimit);
    } catch (error) {
      log.error({ err: error }, 'An upgrade failed unexpectedly');
      socket.destroy();
    }
  });
  countSockets(server, ctx);
  const upgraded = closeUpgradedSockets(server);
  return server;
}

function countSockets(server: Server, { gatewayMetrics }: Context): void {
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  gatewayMetrics.registry.gauge(
    'tollgate_caller_sockets_open',
    'Connections of callers and browsers.',
    () => open,
  );
}

/**
 * Closes the port and keeps idle connections. It happens when all connections of the queue were just accepted: those
 * that are still in it are reset by the system. Resolves when the last connection has ended.
 */
export function closePort(server: Server): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => NetServer.prototype.close.call(server, () => resolve()));
  });
}

interface Refusal {
  readonly code: ErrorCode;
  readonly retryAfter?: number;
}

/** Answers in the console API's envelope and reads nothing more from the connection. */
function refuse(
  { headers }: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  { code, retryAfter }: Refusal,
): void {
  const details: ErrorDetails = retryAfter === undefined ? {} : { retry_after: retryAfter };
  const message = errorMessage(code, details, readLanguage(headers['accept-language']));
  const body = JSON.stringify({ success: false, message, code, details, request_id: requestId });
  response.writeHead(new AppError(code).status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    connection: 'close',
  });
  response.end(body);
}

/** Limits log lines, so that a flood of requests does not flood the log. */
function warnNowAndThen(warn: (ip: string) => void): (ip: string) => void {
  let quietUntil = 0;
  return (ip) => {
    const now = performance.now();
    if (now < quietUntil) return;
    quietUntil = now + 60_000;
    warn(ip);
  };
}

function ignore(): void {}

const OVER_LIMIT: Refusal = { code: 'rate_limited', retryAfter: 2 };
const RESTARTING: Refusal = { code: 'restarting', retryAfter: 5 };

const serverLimits = {
  maxHeaderSize: connectionLimits.headerBytes,
  headersTimeout: connectionLimits.headersMs,
  connectionsCheckingInterval: connectionLimits.checkMs,
  requestTimeout: connectionLimits.requestMs,
  keepAliveTimeout: connectionLimits.keepAliveMs,
};
