import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Lets pages of a console on another origin call this gateway with their session. Only exact origins that the
 * operator configured are allowed, no patterns. Answers a preflight and then returns true. Other origins get
 * no CORS headers from here.
 */
export function admitConsole(
  { headers, method, url = '' }: Pick<IncomingMessage, 'headers' | 'method' | 'url'>,
  response: Pick<ServerResponse, 'setHeader' | 'writeHead'>,
  origins: readonly string[],
): boolean {
  if (origins.length === 0 || !FOR_CONSOLES.test(url)) return false;
  response.setHeader('vary', 'Origin');
  if (headers.origin === undefined || !origins.includes(headers.origin)) return false;
  response.setHeader('access-control-allow-origin', headers.origin);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-expose-headers', 'content-disposition, x-oneapi-request-id');
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
  response
    .writeHead(204, {
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'accept, accept-language, cache-control, content-type, new-api-user',
      'access-control-max-age': '600',
    })
    .end();
  return true;
}

/** Paths that console pages call. The relay's other endpoints take keys and no session. */
const FOR_CONSOLES = /^\/(?:api|pg)\//;
