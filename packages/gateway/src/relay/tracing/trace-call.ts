import { endpointOf } from '../../metrics/relay-metrics.ts';
import { redact } from '../../net/redact.ts';
import type { DialectCall } from '../call.ts';
import type { RelayContext } from '../context.ts';
import { RelayError, UpstreamError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import type { Bill } from '../metering/bill.ts';
import type { Answer } from '../streaming/answer.ts';
import { operationOf, tracedModel } from './gen-ai.ts';

/** Says what is called, and who pays. */
export function describeCall({
  exchange,
  caller,
  group,
  relayRequest,
  dialect,
}: Pick<DialectCall, 'exchange' | 'caller' | 'group' | 'relayRequest' | 'dialect'>): void {
  exchange.trace?.root
    ?.set('gen_ai.operation.name', operationOf(dialect.id))
    .set('gen_ai.request.model', tracedModel(relayRequest.model))
    .set('gen_ai.request.stream', relayRequest.stream)
    .set('tollgate.dialect', dialect.id)
    .set('tollgate.group', group)
    .set('tollgate.token.id', caller.owner.tokenId ?? undefined)
    .set('user.id', String(caller.owner.userId));
}

/** Says what was charged, at the call and at the attempt that answered. */
export function describeBill(
  { trace, startedAt }: Exchange,
  answer: Answer,
  { usage, quota, basis }: Bill,
  firstByteAt: number | undefined,
): void {
  if (!trace?.root) return;
  for (const span of [trace.root, trace.answering])
    span
      ?.set('gen_ai.usage.input_tokens', usage.input)
      .set('gen_ai.usage.output_tokens', usage.output)
      .set('gen_ai.usage.cache_read.input_tokens', usage.cachedInput || undefined);
  trace.root.set('tollgate.quota', quota).set('tollgate.billing_basis', basis);
  if (firstByteAt === undefined) return;
  trace.root.set('gen_ai.response.time_to_first_chunk', (firstByteAt - startedAt) / 1000);
  trace.answering?.set('gen_ai.response.time_to_first_chunk', (firstByteAt - answer.startedAt) / 1000);
}

/** Says why a call ended early. What the caller did wrong is no failure of the server. */
export function describeFailure({ trace }: Exchange, error: unknown): void {
  if (!trace?.root) return;
  const { status = 500 } = error as { status?: number };
  trace.root.set('error.type', errorTypeOf(error));
  trace.root.hasFailed = status === 0 || status >= 500;
}

/** Ends the trace of a call. */
export function endTrace({ tracer }: RelayContext, exchange: Exchange): void {
  const { trace, request, response, requestId } = exchange;
  if (!trace || !tracer) return;
  if (trace.root) {
    const [path = ''] = (request.url ?? '').split('?', 1);
    trace.root.name = `${request.method ?? 'GET'} ${endpointOf(path)}`;
    trace.root
      .set('http.request.method', request.method)
      .set('url.path', redact(path))
      .set('url.scheme', exchange.secure ? 'https' : 'http')
      .set('http.response.status_code', response.statusCode)
      .set('tollgate.request_id', requestId);
  }
  tracer.end(trace, requestId);
}

/** The class of an error, never its message, which may repeat the prompt: the gateway's code, or what the connection or the provider says of itself. */
export function errorTypeOf(error: unknown): string {
  if (error instanceof RelayError) return error.code;
  if (error instanceof UpstreamError && error.status > 0) return String(error.status);
  const { code, name } = ((error as Error | undefined)?.cause ?? error ?? {}) as NodeJS.ErrnoException;
  return String(code ?? name ?? '_OTHER');
}
