import type { RelayContext } from '../context.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { relay } from '../relay.ts';

export interface Route {
  /** The format of errors. */
  dialect: Pick<Dialect, 'formatError'> & Partial<Pick<Dialect, 'formatStreamError'>>;
  serve(ctx: RelayContext, exchange: Exchange): Promise<void>;
}

/** Whether the route calls models. */
export function isDialect(shape: Route['dialect']): shape is Dialect {
  return 'parse' in shape;
}

export function relaying(dialect: Dialect): Route {
  return { dialect, serve: (ctx, exchange) => relay(ctx, exchange, dialect) };
}

export function answering(
  dialect: Route['dialect'],
  answer: (ctx: RelayContext, exchange: Exchange) => Promise<string>,
): Route {
  return { dialect, serve: async (ctx, exchange) => sendJson(exchange, await answer(ctx, exchange)) };
}

export function refusing(dialect: Route['dialect'], error: () => RelayError): Route {
  return { dialect, serve: () => Promise.reject(error()) };
}

export function unknown(dialect: Route['dialect'], method: string, path: string): Route {
  return refusing(dialect, () => new RelayError(404, 'path_unknown', { method, path: path.slice(0, 200) }));
}

export function notBuilt(dialect: Dialect): Route {
  return refusing(dialect, () => new RelayError(501, 'api_not_implemented'));
}

export function sendJson({ response }: Exchange, body: string): void {
  response.writeHead(200, [
    'content-type',
    'application/json',
    'content-length',
    String(Buffer.byteLength(body)),
  ]);
  response.end(body);
}
