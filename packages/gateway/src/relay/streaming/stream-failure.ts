import { describe, type Failure, RelayError, UpstreamError } from '../errors.ts';
import { type Exchange, languageOf } from '../exchange.ts';
import { parseUpstreamError, secretsOf, statusOfReport } from '../upstream/upstream-errors.ts';
import { StreamFault } from './readers/converting.ts';

/** Describes the error that ended a stream, for its caller. `key`: that of the upstream, which no message may repeat. */
export function describeStreamError(error: unknown, key: string, exchange: Exchange): Failure {
  return toFailure(reported(error, key), exchange);
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

/** Keeps errors with a message of the upstream or the gateway; all others become a disconnect. */
function toFailure(error: unknown, exchange: Exchange): Failure {
  const hasMessage = error instanceof RelayError || error instanceof UpstreamError;
  const reason = hasMessage ? error : new RelayError(502, 'upstream_cut', {}, { cause: error });
  return describe(reason, languageOf(exchange), exchange.requestId);
}
