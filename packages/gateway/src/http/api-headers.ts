import type { Access } from '@tollgate/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { limitKey } from '../core/networks.ts';
import { type ClientAddress, createAddressReader } from './client-address.ts';
import { readSessionCookie } from './cookies.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';

declare module 'fastify' {
  interface FastifyRequest {
    client: ClientAddress;
  }
  interface FastifyContextConfig {
    /** The access level of the endpoint. */
    access?: Access;
  }
}

/** Hooks for every request: caller, request id, headers of API responses, general limit and access log. */
export function apiHeaders(app: FastifyInstance, ctx: Context): void {
  const readAddress = createAddressReader(ctx.config.trustedProxies);
  const general = ctx.limits.limiter({ name: 'api', count: ctx.config.apiRateLimit, periodMs: 180_000 });
  // A person at the console needs several requests for each page; made-up cookies get no more than this..
  const atConsole = ctx.limits.limiter({
    name: 'api-session',
    count: ctx.config.apiRateLimit * SESSION_SHARE,
    periodMs: 180_000,
  });
  app.decorateRequest('client');

  app.addHook('onRequest', async (request, reply) => {
    request.client = readAddress(request.socket.remoteAddress, request.headers);
    reply.header(REQUEST_ID_HEADER, request.id);
    if (request.client.secure) reply.header('strict-transport-security', ONLY_TLS);
    if (!isApi(request)) return;
    reply.headers(headersOfAnswers);
    // Requests that other sites trigger have a separate count: they must not use up the visitor's own limit.
    const isForeign = request.headers['sec-fetch-site'] === 'cross-site';
    const hasSession = !isForeign && readSessionCookie(request.headers.cookie, request.client.secure);
    const waitMs = hasSession
      ? await atConsole(limitKey(request.client.ip))
      : await general(limitKey(request.client.ip) + (isForeign ? ' cross-site' : ''));
    if (waitMs > 0) throw new AppError('rate_limited', { retry_after: Math.ceil(waitMs / 1000) });
  });

  app.addHook('onResponse', async (request, reply) => {
    const { method, id, routeOptions } = request;
    const { statusCode: status, elapsedTime } = reply;
    const line = { request_id: id, method, route: routeOptions.url, status, ms: Math.round(elapsedTime) };
    if (status >= 500) ctx.log.warn(line, 'answered');
    else ctx.log.debug(line, 'answered');
  });
}

/** How many more requests an address may send with a session than without one. */
const SESSION_SHARE = 10;

function isApi({ url }: FastifyRequest): boolean {
  return url === '/api' || url.startsWith('/api/');
}

/**
 * A year, as RFC 6797 recommends for sites that stay on TLS. Without `includeSubDomains`, because other hosts
 * of the domain are not ours. Not sent without TLS, where browsers ignore it.
 */
const ONLY_TLS = 'max-age=31536000';

const headersOfAnswers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
};
