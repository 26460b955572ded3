import { createId, formatTraceparent, type ParentContext } from './trace-context.ts';

/** As in OTLP. */
export const SpanKind = { internal: 1, server: 2, client: 3 } as const;
export type SpanKind = (typeof SpanKind)[keyof typeof SpanKind];

export type AttributeValue = string | number | boolean;

interface Beginning {
  readonly kind: SpanKind;
  readonly parentId: string | undefined;
  readonly startedAt: number;
  now(): number;
}

/** A step of a call. Times are milliseconds since 1970, with fractions. */
export class Span {
  readonly spanId = createId(8);
  readonly parentId: string | undefined;
  readonly kind: SpanKind;
  readonly startedAt: number;
  name: string;
  endedAt: number | undefined;
  hasFailed = false;
  readonly attributes: [string, AttributeValue][] = [];
  readonly #now: () => number;

  constructor(name: string, { kind, parentId, startedAt, now }: Beginning) {
    this.name = name;
    this.kind = kind;
    this.parentId = parentId;
    this.startedAt = startedAt;
    this.#now = now;
  }

  /** Leaves out what is not known. */
  set(name: string, value: AttributeValue | undefined): this {
    if (value !== undefined) this.attributes.push([name, value]);
    return this;
  }

  /** @param type a class of error, never its message: that may repeat the prompt */
  fail(type: string): this {
    this.hasFailed = true;
    return this.set('error.type', type);
  }

  /** Only the first end counts. */
  end(): void {
    this.endedAt ??= this.#now();
  }
}

/** The spans of one recorded call. */
export interface FinishedTrace {
  readonly traceId: string;
  readonly tracestate: string | undefined;
  readonly spans: readonly Span[];
}

/** A call has a few attempts and steps; nothing may make its trace grow without end. */
const MAX_SPANS = 128;

/** The part of a trace that one call adds. */
export class CallTrace {
  readonly traceId: string;
  /** The call itself. Absent: the caller decided that its trace is not recorded. */
  readonly root: Span | undefined;
  /** The attempt whose answer the caller gets. */
  answering: Span | undefined;
  readonly #parent: ParentContext | undefined;
  readonly #spans: Span[] = [];
  /** Milliseconds since 1970, with fractions. */
  readonly now: () => number;

  constructor(name: string, parent: ParentContext | undefined, isRecorded: boolean) {
    this.traceId = parent?.traceId ?? createId(16);
    this.#parent = parent;
    // A clock that is set back would end steps before they began.
    const base = Date.now() - performance.now();
    this.now = () => base + performance.now();
    if (isRecorded) this.root = this.#add(name, { kind: SpanKind.server, parentId: parent?.spanId });
  }

  /** Begins a step of the call. A step that has not ended with its call has failed. */
  start(name: string, kind: SpanKind = SpanKind.internal, startedAt?: number): Span | undefined {
    if (!this.root || this.#spans.length >= MAX_SPANS) return undefined;
    return this.#add(name, { kind, parentId: this.root.spanId, startedAt });
  }

  /** The headers that tell a provider of the trace. @param span the request to the provider */
  headers(span: Span | undefined): Record<string, string> {
    const from = span ?? this.root;
    const traceparent = from ? formatTraceparent(this.traceId, from.spanId) : this.#parent?.traceparent;
    if (traceparent === undefined) return {};
    const tracestate = this.#parent?.tracestate;
    return { traceparent, ...(tracestate && { tracestate }) };
  }

  /** Ends the call. Returns what is to be exported, if anything. */
  finish(): FinishedTrace | undefined {
    if (!this.root) return undefined;
    this.root.end();
    for (const span of this.#spans) {
      if (span.endedAt !== undefined) continue;
      span.hasFailed = true;
      span.endedAt = this.root.endedAt;
    }
    return { traceId: this.traceId, tracestate: this.#parent?.tracestate, spans: this.#spans };
  }

  #add(
    name: string,
    {
      startedAt = this.now(),
      ...beginning
    }: Omit<Beginning, 'now' | 'startedAt'> & { startedAt?: number | undefined },
  ): Span {
    const span = new Span(name, { ...beginning, startedAt, now: this.now });
    this.#spans.push(span);
    return span;
  }
}
