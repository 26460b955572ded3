import { findChannelType } from '@tollgate/contract';
import { storableText } from '../../core/storable-text.ts';
import { isUnpaid, UNPAID } from '../../core/unpaid.ts';
import { LedgerUnavailable } from '../../ledger/index.ts';
import { insertAttempt } from '../../modules/channels/repository/relay-channels.ts';
import type { RouteChannel } from '../../modules/channels/routing/routing.ts';
import type { RelayContext } from '../context.ts';
import { CutResponseError, RelayError, UpstreamError } from '../errors.ts';
import type { FailedTry } from '../metering/failed-call.ts';

/** Converts connection failures to provider errors (status 0); errors of the gateway stay unchanged. */
export function toRefusal(error: unknown, { statusMapping }: RouteChannel): unknown {
  if (error instanceof RelayError) return error;
  if (error instanceof LedgerUnavailable)
    return new RelayError(503, 'busy', {}, { cause: error, retryAfter: 2 });
  if (error instanceof CutResponseError)
    return new UpstreamError({ status: 0, message: '', text: 'upstream_cut' }, error);
  if (!(error instanceof UpstreamError)) return new UpstreamError({ status: 0, message: '' }, error);
  const status = statusMapping.get(error.status);
  return status === undefined
    ? error
    : new UpstreamError({ ...error, status, message: error.message, isMapped: true }, error);
}

/**
 * Whether another channel may be tried after an error. Its status is the one that the caller would get. Without
 * a response (0) another channel may succeed, and so may one whose account has credit.
 */
export function mayRetry(refusal: UpstreamError, channelType: number): boolean {
  const { status } = refusal;
  if (isUnpaid(refusal)) return true;
  if (status === 400) return findChannelType(channelType)?.retriesBadRequests === true;
  return status !== 408 && status !== 504 && status !== 524;
}

export interface FailedAttempt {
  readonly requestId: string;
  readonly channel: RouteChannel;
  /** The caller's name of it. */
  readonly model: string;
  /** The number of the attempt within the call, from 1. */
  readonly n: number;
  readonly startedAt: number;
  readonly refusal: UpstreamError;
  /** The used key, for channels with several keys. */
  readonly key: string | undefined;
}

/**
 * Saves a failed attempt and reports it to the channel's health. Does not wait for either, so that no caller
 * waits. Returns what the row of a failed call says of it.
 */
export function recordFailure(ctx: RelayContext, failed: FailedAttempt): FailedTry {
  const { requestId, channel, n, startedAt, refusal, key } = failed;
  const { status, kind, code, message, retryAfter } = refusal;
  const attempt = {
    request_id: requestId,
    n,
    channel_id: channel.id,
    error_class: isUnpaid(refusal) ? UNPAID : errorClassOf(refusal),
    status,
    started_at: startedAt,
    ended_at: ctx.now(),
  };
  ctx.metrics.attempted(channel.id, status);
  ctx.outcomes.failed(channel.id, startedAt, { status, code: attempt.error_class });
  const warn = (error: unknown) => ctx.log.warn({ err: error, requestId }, 'a failed attempt was not saved');
  insertAttempt(ctx.logDb, attempt).catch(warn);
  ctx.health.report(channel, { status, kind, code, message, retryAfter }, key).catch(warn);
  const { channel_id: channelId, error_class, ended_at: endedAt } = attempt;
  return { channelId, model: failed.model, status, code: error_class, message, startedAt, endedAt };
}

function errorClassOf(refusal: UpstreamError): string {
  const { status, code, kind } = refusal;
  return storableText(status === 0 ? networkCode(refusal) : code || kind || 'refused', 64);
}

/** The error code of the HTTP client: for administrators, never for callers. */
function networkCode({ cause }: UpstreamError): string {
  const { code, name } = cause as { code?: unknown; name?: unknown };
  return String(code ?? name);
}
