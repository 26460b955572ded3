import type { IncomingHttpHeaders } from 'node:http';
import { storableText } from '../../core/storable-text.ts';
import { redact } from '../../net/redact.ts';
import { UpstreamError } from '../errors.ts';

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
    kind: withoutSecrets(error.type),
    code: withoutSecrets(error.code),
    param: withoutSecrets(error.param),
    retryAfter: readRetryAfter(headers['retry-after']),
  });
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
