import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Lets pages of a console that is served elsewhere call this gateway with their session: those whose very origin the
 * operator named, and no pattern. Answers true when it was only the question whether they may (a preflight), which is
 * answered then. Nobody else sees a header of this.
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

/** What pages of the console call; the relay's other doors take keys and no session. */
const FOR_CONSOLES = /^\/(?:api|pg)\//;
