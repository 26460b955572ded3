import type { IncomingHttpHeaders } from 'node:http';
import { storableText } from '../../core/storable-text.ts';
import { redact } from '../../net/redact.ts';
import { UpstreamError } from '../errors.ts';
import { readLimits } from './limit-headers.ts';

const MAX_MESSAGE = 500;
const BROKEN = 502;

/**
 * Parses an upstream's error response in any format. Removes keys and addresses. A status outside 200 to 599
 * means nothing to callers (RFC 9110, section 15): the upstream is broken, which is 502.
 */
export function parseUpstreamError(
  sentStatus: number,
  headers: IncomingHttpHeaders,
  body: unknown,
  secrets: readonly string[],
): UpstreamError {
  const status = sentStatus >= 200 && sentStatus <= 599 ? sentStatus : BROKEN;
  const sent = isRecord(body) ? body : {};
  const error = isRecord(sent.error) ? sent.error : {};
  const message = [
    error.message,
    sent.message,
    sent.msg,
    sent.err,
    sent.error_msg,
    sent.error_description,
    sent.error,
    sent.detail,
    ...[sent.message, sent.detail].map(readValidation),
  ].find((text): text is string => typeof text === 'string' && text !== '');
  const withoutSecrets = (value: unknown) => {
    const sentText = text(value);
    return sentText && redact(sentText, secrets);
  };
  return new UpstreamError({
    status,
    message: storableText(
      withoutAddresses(redact(message ?? `bad response status code ${sentStatus}`, secrets)),
      MAX_MESSAGE,
    ),
    kind: withoutSecrets(error.type ?? error.status),
    code: withoutSecrets(isGoogle(error) ? error.status : error.code),
    param: withoutSecrets(error.param),
    retryAfter: readRetryAfter(headers['retry-after']) ?? readRetryInfo(error.details),
    limits: readLimits(headers),
  });
}

/** Mistral, and servers written with FastAPI, list invalid fields. Returns the first one. */
function readValidation(sent: unknown): string | undefined {
  const list = isRecord(sent) && !Array.isArray(sent) ? sent.detail : sent;
  const [first] = Array.isArray(list) ? list : [];
  if (!isRecord(first) || typeof first.msg !== 'string') return undefined;
  return Array.isArray(first.loc) ? `${first.loc.join('.')}: ${first.msg}` : first.msg;
}

/** Google names its errors in `status`, next to the HTTP status in `code`. */
function isGoogle({ status, code }: Record<string, unknown>): boolean {
  return typeof status === 'string' && typeof code !== 'string';
}

/** Seconds of Google's `RetryInfo`: https://cloud.google.com/apis/design/errors#error_details */
function readRetryInfo(details: unknown): number | undefined {
  if (!Array.isArray(details)) return undefined;
  const delays = details.map((detail) => (isRecord(detail) ? detail.retryDelay : undefined));
  const delay = delays.find((each) => typeof each === 'string');
  return typeof delay === 'string' ? readRetryAfter(delay.replace(/s$/, '')) : undefined;
}

/**
 * Returns the HTTP status of an error that arrived with status 200, in a stream or a whole response; `undefined` when
 * the error does not imply one.
 */
export function statusOfReport(error: unknown): number | undefined {
  if (!isRecord(error)) return undefined;
  const { code, type, status } = error;
  if (Number.isInteger(code) && (code as number) >= 400 && (code as number) <= 599) return code as number;
  const names = [code, type, status].filter((name) => typeof name === 'string');
  return names.map((name) => namedStatuses.get(name)).find((found) => found !== undefined);
}

/** The error names of OpenAI, Anthropic and Google. Others mean that the provider failed. */
const namedStatuses: ReadonlyMap<string, number> = new Map([
  ...named(400, ['invalid_request_error', 'INVALID_ARGUMENT', 'FAILED_PRECONDITION']),
  ...named(401, ['authentication_error', 'UNAUTHENTICATED']),
  ...named(402, ['billing_error']),
  ...named(403, ['permission_error', 'PERMISSION_DENIED']),
  ...named(404, ['not_found_error', 'NOT_FOUND']),
  ...named(413, ['request_too_large']),
  ...named(429, ['rate_limit_error', 'rate_limit_exceeded', 'insufficient_quota', 'RESOURCE_EXHAUSTED']),
  ...named(503, ['UNAVAILABLE']),
  ...named(529, ['overloaded_error']),
]);

function named(status: number, names: readonly string[]): (readonly [string, number])[] {
  return names.map((name) => [name, status] as const);
}

/** The parts of a key that a response may repeat: some keys have several. */
export function secretsOf(key: string): string[] {
  return [key, ...key.split('|').filter((part) => part.length >= 12)];
}

/** Seconds, from a number or a date; `undefined` for anything else. */
export function readRetryAfter(header: string | string[] | undefined, now = Date.now()): number | undefined {
  const text = String(header ?? '').trim();
  if (/^\d{1,7}(\.\d+)?$/.test(text)) return Math.ceil(Number(text));
  const at = text.includes(':') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

function withoutAddresses(message: string): string {
  return message.replace(/\bhttps?:\/\/[^\s"']+/gi, '[address]');
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? storableText(String(value), 100) : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
