import type { Language } from '@tollgate/contract';
import { AppError } from '../core/errors.ts';
import { type InEachLanguage, type RelayText, relayText } from '../core/texts/texts.ts';
import { isUnpaid } from '../core/unpaid.ts';
import { errorMessage } from '../http/language.ts';
import { hideMaskedKeys } from '../net/masked-keys.ts';

export type RelayCode = RelayText;
export type RelayDetails = Record<string, string | number | InEachLanguage>;

/** A limit that refused a call, as the caller reads it. */
export interface LimitFacts {
  readonly rule: string;
  readonly resource: string;
  readonly limit: number;
  readonly spent: number;
  readonly held: number;
  /** RFC 3339; null: never. */
  readonly resets_at: string | null;
}

/** An error of the relay. `local` errors come from the gateway and are never retried on another channel. */
export class RelayError extends Error {
  readonly status: number;
  readonly code: RelayCode;
  readonly details: RelayDetails;
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;
  /** The key of the message, for codes with several messages. */
  readonly text: RelayCode;
  /** The limit that refused the call. */
  readonly limit: LimitFacts | undefined;

  constructor(
    status: number,
    code: RelayCode,
    details: RelayDetails = {},
    options: { cause?: unknown; retryAfter?: number; text?: RelayCode; limit?: LimitFacts } = {},
  ) {
    super(code, { cause: options.cause });
    this.name = 'RelayError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfter = options.retryAfter;
    this.text = options.text ?? code;
    this.limit = options.limit;
  }
}

/** An error response of an upstream. The caller sees it without keys and addresses. */
export class UpstreamError extends Error {
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  readonly kind: string;
  readonly code: string;
  readonly param: string;
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The key of the gateway's own message about an answer that says nothing itself. */
  readonly text: RelayCode | undefined;
  readonly details: RelayDetails | undefined;
  /** The provider's rate-limit headers. */
  readonly limits: Readonly<Record<string, string>> | undefined;
  /** The channel's status mapping chose the status. */
  readonly isMapped: boolean;

  constructor(
    fields: {
      status: number;
      message: string;
      kind?: string;
      code?: string;
      param?: string;
      retryAfter?: number | undefined;
      text?: RelayCode | undefined;
      details?: RelayDetails | undefined;
      limits?: Readonly<Record<string, string>> | undefined;
      isMapped?: boolean;
    },
    cause?: unknown,
  ) {
    super(fields.message, { cause });
    this.name = 'UpstreamError';
    this.status = fields.status;
    this.kind = fields.kind ?? 'upstream_error';
    this.code = fields.code ?? '';
    this.param = fields.param ?? '';
    this.retryAfter = fields.retryAfter;
    this.text = fields.text;
    this.details = fields.details;
    this.limits = fields.limits;
    this.isMapped = fields.isMapped ?? false;
  }
}

/** An error as sent to the caller, before the dialect formats it. */
export interface Failure {
  status: number;
  type: string;
  code: string;
  param: string;
  message: string;
  retryAfter: number | undefined;
  limit?: LimitFacts;
}

/** A response that broke off within its body. Keeps the code of the connection error. */
export class CutResponseError extends Error {
  readonly code: unknown;

  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = cause.name;
    this.code = (cause as { code?: unknown }).code;
  }
}

/**
 * Names an error of a connection that broke within a response. `status`: 0 before its head. The gateway's own errors
 * have no code of a connection.
 */
export function toCutResponse(error: Error, status: number): Error {
  const isCut = status !== 0 && !(error instanceof RelayError) && 'code' in error;
  return isCut ? new CutResponseError(error) : error;
}

/** Whether an error is meant for the caller. All others are internal and logged. */
export function isRefusal(error: unknown): boolean {
  return error instanceof RelayError || error instanceof UpstreamError || error instanceof AppError;
}

/** Describes an error to the caller. Every message has the request id, so that an admin can find the call. */
export function describe(error: unknown, language: Language, requestId: string): Failure {
  const failure = explain(error, language);
  return { ...failure, message: `${failure.message} (request id: ${requestId})` };
}

/**
 * What is about the gateway's own account at the provider. A caller who got the provider's status would take their
 * own API key for invalid, or their own balance for spent.
 */
function accountFaultOf(error: UpstreamError): RelayCode | undefined {
  if (error.isMapped) return undefined;
  if (isUnpaid(error)) return 'upstream_unpaid';
  return error.status === 401 ? 'upstream_key_refused' : undefined;
}

function accountFault(code: RelayCode, error: UpstreamError, language: Language): Failure {
  const reason = hideMaskedKeys(error.message);
  const sentences = [relayText(language, code), reason && relayText(language, 'upstream_reason', { reason })];
  // Chinese sentences have no space between them.
  const message = sentences.filter(Boolean).join(language === 'zh' ? '' : ' ');
  return { status: 502, type: 'upstream_error', code, param: '', message, retryAfter: undefined };
}

/** Describes an error without naming the call. */
export function explain(error: unknown, language: Language): Failure {
  if (error instanceof RelayError) {
    const { status, code, text, details, retryAfter, limit } = error;
    const type = code.startsWith('upstream_') ? 'upstream_error' : 'new_api_error';
    const message = relayText(language, text, details);
    return { status, type, code, param: '', message, retryAfter, ...(limit && { limit }) };
  }
  if (error instanceof UpstreamError) {
    const fault = accountFaultOf(error);
    if (fault) return accountFault(fault, error, language);
    const { kind: type, param, retryAfter } = error;
    // A caller would take the provider's word for their own balance.
    const code = isUnpaid(error) ? 'upstream_unpaid' : error.code;
    const message = hideMaskedKeys(error.message);
    const status = error.status < 400 ? 502 : error.status;
    const isSilent = error.status === 0;
    const silent = error.text ?? 'upstream_failed';
    const own = isSilent ? silent : status === 429 ? 'upstream_busy' : error.text;
    const localized = own ? relayText(language, own, error.details) : message;
    return {
      status,
      type,
      code: code || (isSilent ? silent : 'bad_response_status_code'),
      param,
      message: localized,
      retryAfter,
    };
  }
  if (error instanceof AppError) {
    const { status, code, details } = error;
    const message = errorMessage(code, details, language);
    // The console sends some errors with 200, which a model client would take for a response.
    const sentStatus = status < 400 ? 403 : status;
    return { status: sentStatus, type: 'new_api_error', code, param: '', message, retryAfter: undefined };
  }
  const message = relayText(language, 'internal');
  return { status: 500, type: 'new_api_error', code: 'internal', param: '', message, retryAfter: undefined };
}
