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

/** A stream ends where it is read. The call has failed too when its provider broke off, but not when its caller left. */
export function endForwarding(
  { root, answering }: CallTrace,
  forwarding: Span | undefined,
  { complete, abandoned, hasCallerLeft }: Ending,
): void {
  forwarding?.end();
  if (!complete && !abandoned) for (const span of [root, answering]) span?.fail(BROKEN_OFF);
  else if (hasCallerLeft) root?.set('error.type', CALLER_LEFT);
  answering?.end();
}

interface Ending {
  readonly complete: boolean;
  readonly abandoned: boolean;
  readonly hasCallerLeft: boolean;
}

const BROKEN_OFF = 'broken_off';
/** As a call that its caller left before there was an answer. */
const CALLER_LEFT = 'caller_left';
