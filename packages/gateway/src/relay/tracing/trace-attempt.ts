import type { RouteChannel } from '../../modules/channels/routing/routing.ts';
import { type CallTrace, type Span, SpanKind } from '../../tracing/call-trace.ts';
import { type RelayError, UpstreamError } from '../errors.ts';
import type { Prepared } from '../request/request.ts';
import { operationOf, providerNameOf, tracedModel } from './gen-ai.ts';
import { errorTypeOf } from './trace-call.ts';

/** Records the conversion of a request into the format of a provider, where there is one. */
export function tracePreparation(
  trace: CallTrace,
  dialectId: string,
  prepare: () => Prepared | RelayError | undefined,
): Prepared | RelayError | undefined {
  const startedAt = trace.now();
  const prepared = prepare();
  if (prepared && 'native' in prepared && !prepared.native)
    traceConversion(trace, 'convert request', { dialectId, prepared, startedAt })?.end();
  return prepared;
}

/** Begins the span of a conversion between the formats of caller and provider. */
export function traceConversion(
  trace: CallTrace,
  name: string,
  { dialectId, prepared, startedAt }: { dialectId: string; prepared: Prepared; startedAt?: number },
): Span | undefined {
  const { native } = prepared.operation;
  return trace
    .start(name, SpanKind.internal, startedAt)
    ?.set('tollgate.dialect', dialectId)
    .set('tollgate.upstream_dialect', native);
}

/** One request to a provider. */
export interface TracedAttempt {
  readonly channel: Pick<RouteChannel, 'id' | 'type'>;
  readonly dialectId: string;
  /** The provider's name of it. */
  readonly model: string;
  readonly url: string;
  /** The headers of the request: they get those of the trace. */
  readonly headers: Record<string, string>;
}

export function attemptOf(
  { dialect }: { readonly dialect: { readonly id: string } },
  channel: RouteChannel,
  { operation, upstreamModel: model, request: { url, headers } }: Prepared,
): TracedAttempt {
  const dialectId = operation.native === 'own' ? dialect.id : operation.native;
  return { channel, dialectId, model, url, headers };
}

/**
 * Records a request to a provider, and sends the trace along. The span of an attempt that `goesOn` with its answer
 * stays open.
 */
export async function traceAttempt<A>(
  trace: CallTrace,
  attempt: TracedAttempt,
  ask: () => Promise<A>,
  goesOn?: (answer: A) => boolean,
): Promise<A> {
  const span = beginAttempt(trace, attempt);
  Object.assign(attempt.headers, trace.headers(span));
  try {
    const answer = await ask();
    span?.set('http.response.status_code', 200);
    trace.answering = span;
    if (!goesOn?.(answer)) span?.end();
    return answer;
  } catch (error) {
    const status = error instanceof UpstreamError && error.status > 0 ? error.status : undefined;
    span?.set('http.response.status_code', status).fail(errorTypeOf(error)).end();
    throw error;
  }
}

function beginAttempt(trace: CallTrace, { channel, dialectId, model, url }: TracedAttempt): Span | undefined {
  const operation = operationOf(dialectId);
  const name = tracedModel(model);
  const span = trace.start(`${operation} ${name}`, SpanKind.client);
  if (!span) return undefined;
  const { hostname, port, protocol } = new URL(url);
  return span
    .set('gen_ai.operation.name', operation)
    .set('gen_ai.provider.name', providerNameOf(channel.type))
    .set('gen_ai.request.model', name)
    .set('server.address', hostname)
    .set('server.port', Number(port) || (/^(https|wss):/.test(protocol) ? 443 : 80))
    .set('tollgate.channel.id', channel.id);
}
