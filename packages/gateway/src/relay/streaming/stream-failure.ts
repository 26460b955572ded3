import { RelayError, UpstreamError } from '../errors.ts';
import { parseUpstreamError, secretsOf, statusOfReport } from '../upstream/upstream-errors.ts';
import { StreamFault } from './readers/converting.ts';

/**
 * Returns the error that ended a stream as its caller may read it: one with a message of the upstream or the gateway;
 * all others become a disconnect. `key`: that of the upstream, which no message may repeat.
 */
export function toStreamError(error: unknown, key: string): RelayError | UpstreamError {
  const sent = reported(error, key);
  const hasMessage = sent instanceof RelayError || sent instanceof UpstreamError;
  return hasMessage ? sent : new RelayError(502, 'upstream_cut', {}, { cause: sent });
}

/** The upstream's own error of a converted stream, as a whole response would have reported it. */
function reported(error: unknown, key: string): unknown {
  if (!(error instanceof StreamFault) || error.message === '') return error;
  const { status, kind, message, report } = error.part;
  const sent = { type: kind, code: kind, message, ...withValues(report) };
  return parseUpstreamError(statusOfReport(sent) ?? status, {}, { error: sent }, secretsOf(key));
}

function withValues(report: object = {}): object {
  return Object.fromEntries(Object.entries(report).filter(([, value]) => value !== null && value !== ''));
}
