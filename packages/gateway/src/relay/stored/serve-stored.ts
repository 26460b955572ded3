import * as storedChats from '../../modules/channels/repository/stored-chats.ts';
import type { RelayContext } from '../context.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { describe, RelayError } from '../errors.ts';
import { type Exchange, languageOf } from '../exchange.ts';
import { parseObject } from '../request/parse-object.ts';
import { shownName } from '../routes/shown-name.ts';
import { hashOf } from '../routing/reference-store.ts';
import { authenticate } from '../steps/authenticate.ts';
import { readRawRequest } from '../steps/read-raw-request.ts';
import { type PipedStream, pipeStream } from '../streaming/pipe-stream.ts';
import { readLimits, sendLimits } from '../upstream/limit-headers.ts';
import type { UpstreamStream } from '../upstream/upstream.ts';
import { parseUpstreamError, secretsOf } from '../upstream/upstream-errors.ts';
import { askStored } from './ask-stored.ts';
import { isEnded } from './background-responses.ts';
import { findForbidden } from './forbidden-words.ts';
import { findOpenStorage, type StoredFormat } from './storage.ts';
import { watchStream } from './watch-stream.ts';

/** What a caller does with an answer that its provider stores. */
export interface StoredRequest {
  readonly id: string;
  readonly format: StoredFormat;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The path behind the id. */
  readonly action: string;
  readonly dialect: Dialect;
}

/**
 * Passes a request on to the account that stores an answer, for the user who had it made. It costs nothing, because
 * no model works.
 *
 * @throws {RelayError} 404 for the answers of others, as for unknown ones
 */
export async function serveStored(
  ctx: RelayContext,
  exchange: Exchange,
  request: StoredRequest,
): Promise<void> {
  const { id, format, method, action } = request;
  const { owner } = await authenticate(ctx, exchange);
  const { userId } = owner;
  const keeper = await ctx.affinity.findOwner(userId, id);
  if (!keeper) throw new RelayError(404, 'stored_unknown', { id: shownName(id) });
  const storage = await findOpenStorage(ctx, keeper, format);
  const isResponse = format === 'openai-responses';
  // Without it the cost of the response could no longer be learnt.
  if (isResponse && method === 'DELETE' && (await ctx.background.isPending(userId, id)))
    throw new RelayError(409, 'response_running', { id: shownName(id) });
  const body = method === 'POST' ? (await readRawRequest(ctx, exchange)).body : undefined;
  const query = queryOf(exchange);
  const stream = isResponse && method === 'GET' && /[?&]stream=true(?:&|$)/i.test(query);
  const answer = await askStored(ctx, storage, { id, method, action, query, body, stream });
  const { status, headers } = answer;
  sendLimits(exchange.response, readLimits(headers));
  if (answer.kind === 'stream') {
    await pipe(ctx, exchange, request.dialect, {
      stream: answer.stream,
      onBytes: watchStream(ctx, storage.operation, { userId, responseId: id }),
    });
    await ctx.background.look(userId, id);
    return;
  }
  if (status < 200 || status > 299)
    throw parseUpstreamError(status, headers, parseObject(answer.body), secretsOf(storage.target.key));
  if (method === 'DELETE' && !isResponse) await storedChats.remove(ctx.db, hashOf(userId, id));
  const json = parseObject(answer.body) ?? {};
  if (isResponse && isEnded(json)) await ctx.background.look(userId, id);
  const forbidden = findForbidden(ctx, json, storage.operation);
  if (forbidden) throw forbidden;
  const contentType = headers['content-type'] ?? 'application/json';
  exchange.response.writeHead(200, { 'content-type': contentType, 'content-length': answer.body.length });
  exchange.response.end(answer.body);
}

function pipe(
  ctx: RelayContext,
  exchange: Exchange,
  dialect: Dialect,
  { stream, onBytes }: { stream: UpstreamStream; onBytes: PipedStream['onBytes'] },
): Promise<void> {
  return pipeStream(ctx, {
    ...{ stream, response: exchange.response, onBytes },
    formatError: (error) =>
      dialect.formatStreamError(describe(error, languageOf(exchange), exchange.requestId)),
  });
}

/** The caller's query without its key. */
function queryOf({ request: { url = '' } }: Exchange): string {
  const sent = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  sent.delete('key');
  return sent.size > 0 ? `?${sent}` : '';
}
