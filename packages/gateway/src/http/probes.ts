import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Degradation, Readiness } from '../modules/shared/readiness.ts';

/**
 * Answers `/livez` (the process serves) and `/readyz` (it can take calls). They bypass all limits. Returns
 * false for other addresses.
 */
export function answerProbe(
  request: IncomingMessage,
  response: ServerResponse,
  readiness: Readiness,
): boolean {
  const { url = '', method } = request;
  const isLive = isAt(url, '/livez');
  if (!isLive && !isAt(url, '/readyz')) return false;
  if (method !== 'GET' && method !== 'HEAD') send(response, 405, { status: 'method_not_allowed' });
  else if (isLive) send(response, 200, { status: 'ok' });
  else
    void readiness.failingChecks().then(
      (failing) =>
        failing.length === 0
          ? sendReady(response, readiness.listDegraded())
          : send(response, 503, { status: 'unavailable', failing }),
      () => response.destroy(),
    );
  return true;
}

/** A gateway with a degraded part is ready: a load balancer must not remove it. */
function sendReady(response: ServerResponse, degraded: readonly Degradation[]): void {
  send(response, 200, { status: 'ready', ...(degraded.length > 0 && { degraded }) });
}

function isAt(url: string, path: string): boolean {
  return url.startsWith(path) && (url.length === path.length || url[path.length] === '?');
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
