import { endpoints } from '@tollgate/contract/endpoints';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Context } from './core/context.ts';
import { AppError } from './core/errors.ts';
import { connectionLimits } from './core/limits.ts';
import { apiHeaders } from './http/api-headers.ts';
import { apiReference } from './http/api-reference.ts';
import { compressAnswers } from './http/compress.ts';
import { failEarly, handleErrors } from './http/error-handler.ts';
import { createGuard } from './http/guard.ts';
import { serveHtmlFrame } from './http/html-frame.ts';
import { createMetricsPage } from './http/metrics-page.ts';
import { parseJson } from './http/parse-json.ts';
import { createRequestId } from './http/request-id.ts';
import { routes } from './http/routes/index.ts';
import { createServe, type Serve } from './http/serve.ts';
import { createHttpServer, type RelayHandler, type UpgradeHandler } from './http/server.ts';
import { widgetFrames } from './http/widget-frames.ts';
import type { Readiness } from './modules/shared/readiness.ts';

export interface AppParts {
  ctx: Context;
  /** Gets every request first. The calls that it takes never reach the console API. */
  relay?: RelayHandler;
  upgrade?: UpgradeHandler;
  /** Whether the gateway accepts calls. Default: a readiness of its own that never drains. */
  readiness?: Readiness;
  /** Returns the text of `/metrics`. Without it the address does not exist. */
  metrics?: () => string | Promise<string>;
  /** Adds the pages of the console and their files. */
  console?: (app: FastifyInstance, ctx: Context) => Promise<void> | void;
}

/**
 * Creates the gateway behind one server, not yet listening.
 * @throws when a contract endpoint has no route.
 */
export async function buildApp({
  ctx,
  relay,
  upgrade,
  readiness,
  metrics,
  console,
}: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: quieter(ctx.log) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: () => createRequestId(Date.now()),
    bodyLimit: 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: connectionLimits.urlLength },
    frameworkErrors: failEarly,
    serverFactory: (console) =>
      createHttpServer(ctx, {
        ...{ console, relay, upgrade, readiness },
        metrics: metrics && createMetricsPage(ctx.config, metrics),
      }),
  });
  refuseOpenRoutes(app);
  readJsonBodies(app);
  compressAnswers(app);
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

/** Operators need the framework's warnings but not its info messages. */
function quieter(log: Context['log']) {
  return log.child({}, { level: log.isLevelEnabled('warn') ? 'warn' : log.level });
}

/**
 * Our own parser refuses deep values and keys that reach a prototype. Programs may send JSON under any type, as curl
 * does. A request with cookies comes from a browser, and must have the type that no form of another site can send.
 */
function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const read = async (_: FastifyRequest, body: string) => parseJson(body);
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, read);
  app.addContentTypeParser<string>(
    '*',
    { parseAs: 'string' },
    async ({ headers }: FastifyRequest, body: string) => {
      if (headers.cookie !== undefined) throw new AppError('json_type_required');
      return parseJson(body);
    },
  );
}

/** Refuses any API route without an access level. */
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
