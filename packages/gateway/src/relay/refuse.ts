import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../core/context.ts';
import { bodyLimits } from '../core/limits.ts';
import { describe, type Failure, isRefusal, UpstreamError } from './errors.ts';
import { type Exchange, languageOf } from './exchange.ts';
import type { Route } from './routes/serving.ts';
import { EVENT_STREAM } from './streaming/heartbeat.ts';
import { sendLimits } from './upstream/limit-headers.ts';

/** How long the rest of a refused body may arrive. */
const DRAIN_MS = 10_000;

/** Errors after which the gateway reads nothing more from the connection. */
const CLOSING = new Set(['restarting', 'connections_full']);

/** Errors that only an administrator can fix, with a status that clients retry. */
const LASTING = new Set(['model_price_error', 'budget_exceeded', 'upstream_key_refused', 'upstream_unpaid']);
/** Clients do not wait longer than this for a limit: their retries would be refused too. */
const LONGEST_RETRY_SECONDS = 60;

/** Sends an error response, or an error event when the response has begun. */
export function refuse(ctx: Context, exchange: Exchange, route: Route, error: unknown) {
  const { request, response, requestId } = exchange;
  if (!isRefusal(error)) ctx.log.error({ err: error, requestId }, 'a call failed in the relay');
  if (response.destroyed) return;
  const failure = describe(error, languageOf(exchange), requestId);
  if (response.headersSent) {
    exchange.failedStatus = failure.status;
    // A stream that began with comments can still report the error.
    if (response.getHeader('content-type') === EVENT_STREAM)
      response.end(route.dialect.formatStreamError?.(failure));
    else response.destroy();
    return;
  }
  const body = route.dialect.formatError(failure);
  const isUnread = !request.complete;
  // The server would parse the unread rest of a body as the next request.
  if (isUnread || CLOSING.has(failure.code)) response.setHeader('connection', 'close');
  if (error instanceof UpstreamError) sendLimits(response, error.limits);
  if (failure.retryAfter !== undefined) response.setHeader('retry-after', failure.retryAfter);
  if (isLasting(failure)) response.setHeader('x-should-retry', 'false');
  response.writeHead(failure.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  if (isUnread) endBehindBody(request, response, body);
  else response.end(body);
}

function isLasting({ code, limit, retryAfter = 0 }: Failure): boolean {
  return LASTING.has(code) || (limit !== undefined && retryAfter > LONGEST_RETRY_SECONDS);
}

/**
 * Sends the error while the body still arrives, and closes behind it: clients that first send everything would
 * otherwise see a reset connection instead of the error.
 */
function endBehindBody(request: IncomingMessage, response: ServerResponse, body: string): void {
  response.write(body);
  let left = bodyLimits.bytes;
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, DRAIN_MS);
  request.on('data', (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) end();
  });
  request.once('end', end);
  request.once('close', end);
}
