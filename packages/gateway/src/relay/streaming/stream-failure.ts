import type { Dialect } from '../dialects/dialect.ts';
import { describe, RelayError, UpstreamError } from '../errors.ts';
import { type Exchange, languageOf } from '../exchange.ts';
import { parseUpstreamError, secretsOf, statusOfReport } from '../upstream/upstream-errors.ts';
import { StreamFault } from './readers/converting.ts';
import { JsonListReader } from './readers/listed.ts';
import type { StreamReader } from './readers/reader.ts';

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
  return Object.fromEntries(Object.entries(report).filter(([, value]) => (value ?? '') !== ''));
}

/** The error that ended a stream. An error that the upstream sent as an event has reached the caller as it is. */
export function failureOf(
  error: unknown,
  reader: Pick<StreamReader, 'failed' | 'sentError'>,
  key: string,
): RelayError | UpstreamError {
  if (!error && reader.failed) {
    const { sentError } = reader;
    if (sentError?.message) return toStreamError(new StreamFault(sentError), key);
    return new RelayError(502, 'upstream_cut', {}, { text: 'upstream_sent_error' });
  }
  return toStreamError(error, key);
}

/** An unclosed list would not be JSON. */
export function formatFailure(
  failure: RelayError | UpstreamError,
  { exchange, dialect, reader }: { exchange: Exchange; dialect: Dialect; reader: StreamReader },
): string {
  const described = describe(failure, languageOf(exchange), exchange.requestId);
  const event = `${reader.endEvent?.() ?? ''}${dialect.formatStreamError(described)}`;
  return reader instanceof JsonListReader ? reader.list(event, true) : event;
}
