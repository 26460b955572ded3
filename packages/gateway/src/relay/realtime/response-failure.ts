import type { RelayError, UpstreamError } from '../errors.ts';
import { parseReportedFailure } from '../upstream/reported-failure.ts';
import { objectOf, type RealtimeEvent } from './events.ts';

/** What the caller got in place of the end of a response. */
export type ResponseFailure = RelayError | UpstreamError | Promise<RelayError>;

/**
 * Returns why the response of a `response.done` failed; `undefined` for one that is complete, cut off at a limit, or
 * cancelled. `key`: that of the provider.
 */
export function failureOf(event: RealtimeEvent, key: string): RelayError | UpstreamError | undefined {
  const { status, status_details } = objectOf(event.response) ?? {};
  if (status !== 'failed') return undefined;
  return parseReportedFailure(objectOf(status_details)?.error, key);
}
