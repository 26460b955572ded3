import type { CallTrace, Span } from '../../tracing/call-trace.ts';
import type { Answer } from '../streaming/answer.ts';
import { traceConversion } from './trace-attempt.ts';

/** Begins the span in which an answer reaches the caller, as it came or converted. */
export function traceForwarding(
  trace: CallTrace,
  { id: dialectId }: { readonly id: string },
  { prepared }: Answer,
): Span | undefined {
  if (prepared.native) return trace.start('forward response');
  return traceConversion(trace, 'convert response', { dialectId, prepared });
}

/** A stream ends where it is read. */
export function endForwarding(
  { answering }: CallTrace,
  forwarding: Span | undefined,
  { complete, abandoned }: { readonly complete: boolean; readonly abandoned: boolean },
): void {
  forwarding?.end();
  if (!complete && !abandoned) answering?.fail('broken_off');
  answering?.end();
}
