import { randomFillSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What a caller says of the trace that its call belongs to: https://www.w3.org/TR/trace-context/. */
export interface ParentContext {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits: the span of the caller. */
  readonly spanId: string;
  readonly isSampled: boolean;
  /** The header as it came. */
  readonly traceparent: string;
  /** What other systems noted; it is passed on. */
  readonly tracestate: string | undefined;
}

/** Later versions may add fields behind the flags; `ff` is no version. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const SAMPLED = 1;
/** The length up to which every system has to pass it on. */
const MAX_STATE = 512;
const IS_TEXT = /^[\x20-\x7e]*$/;

/** Returns `undefined` where the caller sends no context, or one that cannot be read. */
export function readParent(headers: IncomingHttpHeaders): ParentContext | undefined {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string') return undefined;
  const parts = TRACEPARENT.exec(traceparent);
  if (!parts) return undefined;
  const [, traceId = '', spanId = '', flags = '', more] = parts;
  if (more !== undefined && traceparent.startsWith('00')) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  const isPassed =
    typeof tracestate === 'string' && tracestate.length <= MAX_STATE && IS_TEXT.test(tracestate);
  return { traceId, spanId, isSampled, traceparent, tracestate: isPassed ? tracestate : undefined };
}

/** The header of a request whose span is recorded. */
export function formatTraceparent(traceId: string, spanId: string): string {
  return `00-${traceId}-${spanId}-01`;
}

/** @param bytes 16 for a trace, 8 for a span */
export function createId(bytes: 8 | 16): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}

/** Random bytes are cheap by the kilobyte. */
const pool = Buffer.alloc(4096);
let used = pool.length;
