import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { endpoints } from '@tollgate/contract/endpoints';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Context } from './core/context.ts';
import { apiHeaders } from './http/api-headers.ts';
import { apiReference } from './http/api-reference.ts';
import { failEarly, handleErrors } from './http/error-handler.ts';
import { createGuard } from './http/guard.ts';
import { serveHtmlFrame } from './http/html-frame.ts';
import { parseJson } from './http/parse-json.ts';
import { createRequestId, REQUEST_ID_HEADER } from './http/request-id.ts';
import { routes } from './http/routes/index.ts';
import { createServe, type Serve } from './http/serve.ts';
import { widgetFrames } from './http/widget-frames.ts';

/**
 * The relay's door. It answers true when the call is its own and then owns the response; such calls never pass Fastify.
 * The response already carries the request id.
 */
export type RelayHandler = (request: IncomingMessage, response: ServerResponse, requestId: string) => boolean;

/** The same for a request that wants to become a WebSocket: it owns the socket. */
export type UpgradeHandler = (
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  requestId: string,
) => void;

export interface AppParts {
  ctx: Context;
  /** Sees every request first; what it takes never reaches the console API. */
  relay?: RelayHandler;
  upgrade?: UpgradeHandler;
  /** Adds the pages of the console and what they load. */
  console?: (app: FastifyInstance, ctx: Context) => Promise<void> | void;
}

/** The whole gateway behind one server, not yet listening. @throws when an endpoint of the contract has no route. */
export async function buildApp({ ctx, relay, upgrade, console }: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: quieter(ctx.log) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: () => createRequestId(Date.now()),
    bodyLimit: 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_URL_LENGTH },
    frameworkErrors: failEarly,
    serverFactory: (handle) => createHttpServer(handle, relay, upgrade),
  });
  refuseOpenRoutes(app);
  readJsonBodies(app);
  await app.register(cookie);
  await app.register(compress, { encodings: ['gzip'], threshold: 2048, globalDecompression: false });
  apiHeaders(app, ctx);
  handleErrors(app);

  const served = new Set<string>();
  const serve = createServe(app, createGuard(ctx));
  const serveOnce: Serve = (endpoint, handle) => {
    served.add(endpoint.address);
    serve(endpoint, handle);
  };
  for (const addRoutes of routes) addRoutes(serveOnce);
  refuseGaps(served);

  apiReference(app);
  serveHtmlFrame(app);
  widgetFrames(app, ctx);
  await console?.(app, ctx);
  return app;
}

/** The framework's own remarks are not for operators; its warnings are. */
function quieter(log: Context['log']) {
  return log.child({}, { level: log.isLevelEnabled('warn') ? 'warn' : log.level });
}

/** Our own parser, as it refuses what is too deep or reaches a prototype. Other kinds of body are refused by type. */
function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const read = async (_: FastifyRequest, body: string) => parseJson(body);
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, read);
}

/** A route of the API without a policy must not exist, whoever adds it. */
function refuseOpenRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, method, config }) => {
    if (url.startsWith('/api') && !config?.access)
      throw new Error(`${method} ${url} does not say who may call it`);
  });
}

function refuseGaps(served: ReadonlySet<string>): void {
  const missing = endpoints.map(({ address }) => address).filter((address) => !served.has(address));
  if (missing.length > 0)
    throw new Error(`These endpoints of the contract have no route: ${missing.join(', ')}`);
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** One HTTP server for relay and console, with limits against slow and oversized callers. */
function createHttpServer(handleConsole: Handler, relay?: RelayHandler, upgrade?: UpgradeHandler): Server {
  const server = createServer({ ...limits, shouldUpgradeCallback: becomesSession }, (request, response) => {
    const requestId = createRequestId(Date.now());
    response.setHeader(REQUEST_ID_HEADER, requestId);
    if ((request.url ?? '').length > MAX_URL_LENGTH) {
      response.writeHead(414, { connection: 'close' }).end();
      return;
    }
    if (!relay?.(request, response, requestId)) handleConsole(request, response);
  });
  server.on('upgrade', (request, socket, head) =>
    upgrade ? upgrade(request, socket as Socket, head, createRequestId(Date.now())) : socket.destroy(),
  );
  server.maxRequestsPerSocket = 1000;
  return server;
}

/** Only sessions of the relay are WebSockets; whatever else a client would like to become stays a plain request. */
function becomesSession({ headers, method, url }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && method === 'GET' && SESSIONS.test(url ?? '');
}

const SESSIONS = /^\/v1\/realtime\/?(\?|$)/;
const MAX_URL_LENGTH = 8192;

const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 20_000,
  /** For the request to arrive whole; answers may take as long as they need. */
  requestTimeout: 120_000,
  keepAliveTimeout: 65_000,
};
