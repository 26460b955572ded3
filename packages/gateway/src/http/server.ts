import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Context } from '../core/context.ts';
import { connectionLimits } from '../core/limits.ts';
import { admitConsole } from './console-origins.ts';
import { createCrowds } from './crowds.ts';
import { errorMessage, readLanguage } from './language.ts';
import { createRequestId, REQUEST_ID_HEADER } from './request-id.ts';

/**
 * The relay's door. It answers true when the call is its own and then owns the response; such calls never pass Fastify.
 * The response already carries the request id. A `crowded` call comes from an address with too many connections.
 */
export type RelayHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  crowded: boolean,
) => boolean;

/** The same for a request that wants to become a WebSocket: it owns the socket. */
export type UpgradeHandler = (
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  requestId: string,
  crowded: boolean,
) => void;

interface Doors {
  console(request: IncomingMessage, response: ServerResponse): void;
  relay?: RelayHandler | undefined;
  upgrade?: UpgradeHandler | undefined;
}

/** One HTTP server for relay and console, with limits against slow, oversized and too many callers. */
export function createHttpServer({ config, log }: Context, { console, relay, upgrade }: Doors): Server {
  const { urlLength, requestsPerSocket } = connectionLimits;
  const crowds = createCrowds({
    trustedProxies: config.trustedProxies,
    perAddress: config.connectionsPerAddress,
    onCrowd: warnNowAndThen((ip) =>
      log.warn({ ip }, 'too many connections from one address; is it a proxy that TRUSTED_PROXIES lacks?'),
    ),
  });
  const server = createServer({ ...limits, shouldUpgradeCallback: becomesSession }, (request, response) => {
    const requestId = createRequestId(Date.now());
    response.setHeader(REQUEST_ID_HEADER, requestId);
    if ((request.url ?? '').length > urlLength) {
      response.writeHead(414, { connection: 'close' }).end();
      return;
    }
    if (admitConsole(request, response, config.consoleOrigins)) return;
    const crowded = crowds.isCrowded(request, response);
    if (relay?.(request, response, requestId, crowded)) return;
    if (crowded) refuse(request, response, requestId);
    else console(request, response);
  });
  server.on('connection', crowds.enter);
  server.on('upgrade', (request, duplex, head) => {
    const socket = duplex as Socket;
    if (!upgrade) return void socket.destroy();
    upgrade(request, socket, head, createRequestId(Date.now()), crowds.isCrowded(request, socket));
  });
  server.maxRequestsPerSocket = requestsPerSocket;
  return server;
}

/** In the envelope of the console. */
function refuse({ headers }: IncomingMessage, response: ServerResponse, requestId: string): void {
  const details = { retry_after: RETRY_SECONDS };
  const message = errorMessage('rate_limited', details, readLanguage(headers['accept-language']));
  const body = { success: false, message, code: 'rate_limited', details, request_id: requestId };
  response.writeHead(429, {
    'content-type': 'application/json; charset=utf-8',
    'retry-after': String(RETRY_SECONDS),
    connection: 'close',
  });
  response.end(JSON.stringify(body));
}

/** Whoever floods us must not flood the log as well. */
function warnNowAndThen(warn: (ip: string) => void): (ip: string) => void {
  let quietUntil = 0;
  return (ip) => {
    const now = performance.now();
    if (now < quietUntil) return;
    quietUntil = now + 60_000;
    warn(ip);
  };
}

/** Only sessions of the relay are WebSockets; whatever else a client would like to become stays a plain request. */
function becomesSession({ headers, method, url }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && method === 'GET' && SESSIONS.test(url ?? '');
}

const RETRY_SECONDS = 2;
const SESSIONS = /^\/v1\/realtime\/?(\?|$)/;

const limits = {
  maxHeaderSize: connectionLimits.headerBytes,
  headersTimeout: connectionLimits.headersMs,
  connectionsCheckingInterval: connectionLimits.checkMs,
  requestTimeout: connectionLimits.requestMs,
  keepAliveTimeout: connectionLimits.keepAliveMs,
};
