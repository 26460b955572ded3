import { UpstreamError } from '../errors.ts';
import type { Operation } from '../providers/provider.ts';
import { parseObject } from '../request/parse-object.ts';
import { opensAnswer } from './stream-beginning.ts';
import { statusOfReport } from './upstream-errors.ts';

const LOOK_BYTES = 64 * 1024;
/** Searching more bytes takes longer than reading the first line. */
const SHORT_BYTES = 1024;
const ERROR_NAME = Buffer.from('"error"');
const NEWLINE = 0x0a;

/** An error with the HTTP status that its name implies. */
export interface ReportedError {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** The error at the beginning of a stream, before any of its answer. */
export function findFirstError(bytes: Buffer, { findFault }: Operation): ReportedError | undefined {
  // Nearly always: spares the reading of the line.
  if (!findFault && bytes.length <= SHORT_BYTES && !bytes.includes(ERROR_NAME)) return undefined;
  const most = Math.min(bytes.length, LOOK_BYTES);
  for (let at = 0, end = 0; at < most; at = end + 1) {
    const newline = bytes.indexOf(NEWLINE, at);
    end = newline < 0 || newline > most ? most : newline;
    const line = bytes.toString('utf8', at, end);
    const data = /^\ufeff?data:\s*(\{.*)/.exec(line)?.[1];
    if (data === undefined) continue;
    const json = findFault || MAY_BE_ERROR.test(data) ? parseObject(Buffer.from(data)) : undefined;
    const fault = json && findFault?.(json);
    if (fault) return { status: fault.status, body: { error: fault } };
    if (json && isError(json)) return reportOf(json);
    if (!opensAnswer(data)) return undefined;
  }
  return undefined;
}

const MAY_BE_ERROR = /"error"\s*:\s*[^n\s]|"type"\s*:\s*"(?:error|response\.failed)"/;

/** Whether a body with status 200 is an error. */
export function isError(json: Record<string, unknown>): boolean {
  if (json.type === 'error' || json.type === 'response.failed') return true;
  return json.error !== undefined && json.error !== null && json.choices === undefined;
}

/** Finds the error itself, which OpenAI's responses have at other places. */
export function reportOf(json: Record<string, unknown>): ReportedError {
  const { response } = json as { response?: { error?: unknown } | null };
  const error =
    json.error ?? response?.error ?? (json.type === 'error' ? { ...json, type: json.code } : json);
  return { status: statusOfReport(error) ?? 502, body: json.error ? json : { error } };
}

/** Explains a stream without any event. */
export function emptyStream(): UpstreamError {
  return new UpstreamError({ status: 502, message: 'no event', code: NO_EVENTS, text: NO_EVENTS });
}

const NO_EVENTS = 'upstream_no_events';

/** Explains a whole answer with a good status that is no JSON object; `undefined` for another status. */
export function unreadableAnswer(
  status: number,
  contentType: string,
  body: Buffer,
): UpstreamError | undefined {
  if (status < 200 || status >= 300) return undefined;
  const isPage =
    contentType.startsWith('text/html') || /^\s*<(?:!doctype|html)/i.test(body.toString('latin1', 0, 200));
  const text = body.length === 0 ? 'upstream_no_content' : isPage ? 'upstream_page' : 'upstream_no_json';
  return new UpstreamError({ status: 502, message: text, code: text, text, details: { status } });
}
