import { RelayError, type UpstreamError } from '../errors.ts';
import { parseUpstreamError, secretsOf, statusOfReport } from './upstream-errors.ts';

const BROKEN = 502;

/**
 * Returns the failure that a provider reports within a response, such as the `error` of a response that ended as
 * `failed`. `key`: that of the provider, which no message may repeat.
 */
export function parseReportedFailure(error: unknown, key: string): RelayError | UpstreamError {
  const { message, code, type } = typeof error === 'object' && error !== null ? (error as Report) : {};
  const words = [message, code, type].find((each) => typeof each === 'string' && each !== '');
  if (words === undefined) return new RelayError(BROKEN, 'upstream_cut', {}, { text: 'upstream_sent_error' });
  const sent = { error: { code, type, message: words } };
  return parseUpstreamError(statusOfReport(sent.error) ?? BROKEN, {}, sent, secretsOf(key));
}

interface Report {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly type?: unknown;
}
