import { type Language, LogType, languages } from '@tollgate/contract';
import { priceName } from '../../modules/models/ratios.ts';
import type { NewLogRow } from '../../modules/usage/repository/logs.ts';
import { redact } from '../../net/redact.ts';
import type { TokenOwner } from '../access/token-cache.ts';
import { explain } from '../errors.ts';
import { type Exchange, languageOf } from '../exchange.ts';
import { shownName } from '../routes/shown-name.ts';

/** One try of a channel that failed. */
export interface FailedTry {
  readonly channelId: number;
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  /** The provider's code, or that of the connection. */
  readonly code: string;
  /** The provider's own words, without keys and addresses. */
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly model: string;
}

/** The facts of a call that failed. Absent: it failed before they were known. */
export interface FailedCall {
  readonly owner?: TokenOwner;
  readonly model?: string | undefined;
  readonly isStream?: boolean;
  readonly tries?: readonly FailedTry[];
  /** The call has a row of its own, because something was answered and charged. */
  readonly isCharged?: boolean;
}

const calls = new WeakMap<object, FailedCall>();

/**
 * Adds facts of the call to its error, and returns the error to be thrown. Each step adds its part on
 * the way out, so that calls that succeed collect nothing. Facts of an inner step stay.
 */
export function withCall(error: unknown, facts: FailedCall): unknown {
  if (typeof error === 'object' && error !== null) calls.set(error, { ...facts, ...calls.get(error) });
  return error;
}

/** Replaces the tries of a call that were added to its error. */
export function withTries(error: unknown, tries: readonly FailedTry[]): unknown {
  if (typeof error === 'object' && error !== null) calls.set(error, { ...calls.get(error), tries });
  return error;
}

/** Returns what the steps of the call added to its error. */
export function callOf(error: unknown): FailedCall {
  return (typeof error === 'object' && error !== null && calls.get(error)) || {};
}

/** Error codes in new-api's names, as programs that read its logs expect them. */
export interface FailedCallNote {
  status_code: number;
  error_type: string;
  error_code: string;
  use_time_ms: number;
  /** The message in other languages than that of the caller. Absent when it has none: it is the provider's own. */
  messages?: Partial<Record<Language, string>>;
  /** Calls of the same user that failed within the same second and have no row. */
  left_out?: number;
}

/** Describes the failure of a call that was charged all the same, for its row: in every language. */
export function describeFailure(error: unknown) {
  const messages = languages.map((language) => [language, redact(explain(error, language).message)] as const);
  const { status, type, code } = explain(error, languages[0]);
  return {
    status_code: status,
    error_type: type || 'upstream_error',
    error_code: code,
    messages: Object.fromEntries(messages),
  };
}

/** The row of a failed call. */
export interface FailedRow extends NewLogRow {
  /** Formatted when the row is written. */
  readonly note: FailedCallNote;
}

/** Builds the row of a failed call. The message is the one that the caller got. */
export function toFailedRow(
  exchange: Pick<Exchange, 'request' | 'requestId' | 'startedAt'>,
  { error, owner, now }: { error: unknown; owner: TokenOwner; now: number },
): FailedRow {
  const { model = '', isStream = false, tries = [] } = callOf(error);
  const { status, code, type, message } = explain(error, languageOf(exchange));
  const others = languages
    .map((language) => [language, explain(error, language).message] as const)
    .filter(([, other]) => other !== message)
    .map(([language, other]) => [language, redact(other)]);
  const note = {
    status_code: status,
    error_type: type || 'upstream_error',
    error_code: code,
    use_time_ms: now - exchange.startedAt,
    ...(others.length > 0 && { messages: Object.fromEntries(others) }),
    ...(tries.length > 0 && { attempts: tries.length, admin_info: toAdminInfo(tries) }),
  };
  return {
    request_id: exchange.requestId,
    user_id: owner.userId,
    username: owner.username,
    created_at: Math.floor(exchange.startedAt / 1000),
    type: LogType.error,
    content: redact(message),
    token_name: owner.tokenName,
    token_id: owner.tokenId ?? 0,
    model_name: redact(shownName(priceName(model))),
    channel_id: tries.at(-1)?.channelId ?? 0,
    use_time: Math.round(note.use_time_ms / 1000),
    duration_ms: note.use_time_ms,
    status,
    is_stream: isStream ? 1 : 0,
    group: owner.tokenGroup || owner.userGroup,
    billing_basis: 'none',
    note,
  };
}

function toAdminInfo(tries: readonly FailedTry[]) {
  return {
    use_channel: tries.map(({ channelId }) => String(channelId)),
    attempts: tries.map(({ channelId, model, status, code, message, startedAt, endedAt }) => ({
      channel: channelId,
      model: shownName(model),
      status,
      code,
      ...(message && { message: message.slice(0, MAX_MESSAGE) }),
      started_at: startedAt,
      use_time_ms: endedAt - startedAt,
    })),
  };
}

const MAX_MESSAGE = 300;
