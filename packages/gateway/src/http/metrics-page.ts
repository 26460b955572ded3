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
  format: () => string,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const readAddress = createAddressReader(trustedProxies);
  const expected = metricsToken === undefined ? undefined : Buffer.from(sha256(`Bearer ${metricsToken}`));

  function isAllowed({ headers, socket }: IncomingMessage): boolean {
    // By its name too: a page of the Internet may have a name that leads here.
    if (readAddress(socket.remoteAddress, headers).sameMachine && hasLoopbackName(headers)) return true;
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
    return send(response, 200, format());
  };
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
