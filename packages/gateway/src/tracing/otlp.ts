import type { AttributeValue, FinishedTrace, Span } from './call-trace.ts';

/** What the spans come from. */
export type Resource = Readonly<Record<string, string>>;

/**
 * Formats spans for OTLP/HTTP in its JSON form: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding.
 */
export function formatOtlp(traces: readonly FinishedTrace[], resource: Resource): string {
  const spans = traces.flatMap((trace) => trace.spans.map((span) => formatSpan(trace, span)));
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: Object.entries(resource).map(formatAttribute) },
        scopeSpans: [{ scope: { name: 'tollgate' }, spans }],
      },
    ],
  });
}

const STATUS_ERROR = 2;

function formatSpan({ traceId, tracestate }: FinishedTrace, span: Span) {
  return {
    traceId,
    spanId: span.spanId,
    ...(tracestate && { traceState: tracestate }),
    ...(span.parentId && { parentSpanId: span.parentId }),
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: toNanoseconds(span.startedAt),
    endTimeUnixNano: toNanoseconds(span.endedAt ?? span.startedAt),
    attributes: span.attributes.map(formatAttribute),
    ...(span.hasFailed && { status: { code: STATUS_ERROR } }),
  };
}

function formatAttribute([key, value]: readonly [string, AttributeValue]) {
  return { key, value: formatValue(value) };
}

/** 64-bit integers are texts in JSON. */
function formatValue(value: AttributeValue) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Microseconds of today are whole doubles, nanoseconds are not. */
function toNanoseconds(ms: number): string {
  return `${Math.round(ms * 1000)}000`;
}
