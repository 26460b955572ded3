import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import { sha256 } from '../modules/secrets/secrets.ts';
import { createAddressReader } from './client-address.ts';
import { hasLoopbackName } from './loopback-name.ts';

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Answers `/metrics` for a collector on this machine, and elsewhere for one that sends `METRICS_TOKEN`. For everybody
 * else the address does not exist. Returns false for other addresses.
 *
 * @param format returns the metrics as text
 */
export function createMetricsPage(
  { metricsToken, trustedProxies }: Pick<Config, 'metricsToken' | 'trustedProxies'>,
  format: () => string | Promise<string>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const readAddress = createAddressReader(trustedProxies);
  const expected = metricsToken === undefined ? undefined : Buffer.from(sha256(`Bearer ${metricsToken}`));

  function isAllowed(request: IncomingMessage): boolean {
    const { headers, socket } = request;
    // By its name too: a page of the Internet may have a name that leads here.
    const { sameMachine } = readAddress(socket.remoteAddress, headers);
    if (sameMachine && hasLoopbackName(headers) && !looksProxied(request)) return true;
    const { authorization } = headers;
    return (
      expected !== undefined &&
      authorization !== undefined &&
      timingSafeEqual(Buffer.from(sha256(authorization)), expected)
    );
  }

  return function answerMetrics(request, response) {
    const [path] = (request.url ?? '').split('?', 1);
    if (path !== '/metrics') return false;
    if (!isAllowed(request)) return send(response, 404, 'Not found.\n');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return send(response, 405, 'Only GET and HEAD are answered here.\n');
    Promise.resolve(format()).then(
      (text) => send(response, 200, text),
      () => response.destroy(),
    );
    return true;
  };
}

/** A proxy on this machine that adds no header: nginx as it is installed speaks HTTP/1.0, or closes each connection. */
function looksProxied({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.0' || /\bclose\b/i.test(headers.connection ?? '');
}

function send(response: ServerResponse, status: number, body: string): true {
  response.writeHead(status, {
    'content-type': status === 200 ? CONTENT_TYPE : 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(body);
  return true;
}
