import type { DialectCall, HeldCall } from '../call.ts';
import type { RelayContext } from '../context.ts';
import { describe, type RelayError } from '../errors.ts';
import { languageOf } from '../exchange.ts';
import type { Answer } from '../streaming/answer.ts';
import { pipeStream } from '../streaming/pipe-stream.ts';
import { watchStream } from './watch-stream.ts';

/** Forwards a response that its provider goes on with. The call is charged when the provider has finished. */
export async function forwardPending(
  ctx: RelayContext,
  { exchange, caller, dialect }: DialectCall & HeldCall,
  { content, prepared }: Answer,
  responseId: string,
): Promise<void> {
  const { response, heartbeat } = exchange;
  if (content.kind === 'whole') {
    if (response.destroyed) return;
    if (response.headersSent) response.end(`data: ${content.body}\n\n`);
    else response.writeHead(200, { 'content-type': content.contentType }).end(content.body);
    return;
  }
  const { userId } = caller.owner;
  await pipeStream(ctx, {
    ...{ stream: content.stream, response, heartbeat },
    onBytes: watchStream(ctx, prepared.operation, { userId, responseId }),
    formatError: (error: RelayError) =>
      dialect.formatStreamError(describe(error, languageOf(exchange), exchange.requestId)),
  });
  await ctx.background.look(userId, responseId);
}
