import type { IncomingHttpHeaders } from 'node:http';
import { errors } from 'undici';

/** The head of a response to a POST request. */
export interface ResponseHead {
  readonly status: number;
  /** Names in lower case. A name that came more than once has a list. */
  readonly headers: IncomingHttpHeaders;
  /** How the end of the body is found (RFC 9112, section 6.3). */
  readonly framing: 'sized' | 'chunked' | 'endless';
  /** Bytes of a sized body. */
  readonly length: number;
  /** How long the connection may wait for the next request; 0 when none may follow. */
  readonly idleMs: number;
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const TOKEN = /^[!#$%&'*+.^`|~\w-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it finds
const CONTROL = /[\0-\x08\x0a-\x1f\x7f]/;
const LENGTH = /^\d{1,15}$/;
const CLOSE = /(?:^|,)[\t ]*close[\t ]*(?:,|$)/i;
const KEEP_ALIVE = /(?:^|,)[\t ]*keep-alive[\t ]*(?:,|$)/i;
const IDLE_MS = 20_000;
const MAX_IDLE_MS = 600_000;
/** The server closes earlier by its clock than by ours: the way takes time. */
const EARLIER_MS = 2000;

/**
 * @param text status line and fields, each with its CRLF, in latin1
 * @throws {errors.HTTPParserError}
 */
export function parseHead(text: string): ResponseHead {
  const lineEnd = text.indexOf('\r\n');
  const [, minor, code] = STATUS_LINE.exec(text.slice(0, lineEnd)) ?? [];
  if (code === undefined) throw bad('status line');
  const headers = parseFields(text, lineEnd + 2);
  const status = Number(code);
  const isCurrent = minor === '1';
  const connection = joined(headers.connection);
  const stays = isCurrent ? !CLOSE.test(connection) : KEEP_ALIVE.test(connection);
  const idleMs = stays ? idleTime(joined(headers['keep-alive'])) : 0;
  const coding = headers['transfer-encoding'];
  const sent = headers['content-length'];
  if (status === 204 || status === 304 || status < 200) {
    // A body all the same would be taken for the next response.
    const hasBody = coding !== undefined || (sent !== undefined && sent !== '0');
    return { status, headers, framing: 'sized', length: 0, idleMs: hasBody ? 0 : idleMs };
  }
  if (coding !== undefined) {
    if (joined(coding).toLowerCase() !== 'chunked' || sent !== undefined || !isCurrent)
      throw bad('transfer encoding');
    return { status, headers, framing: 'chunked', length: 0, idleMs };
  }
  if (sent === undefined) return { status, headers, framing: 'endless', length: 0, idleMs: 0 };
  if (!LENGTH.test(joined(sent))) throw bad('content length');
  return { status, headers, framing: 'sized', length: Number(sent), idleMs };
}

/** @throws {errors.HTTPParserError} */
export function parseFields(text: string, from: number): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  for (let at = from; at < text.length; ) {
    const end = text.indexOf('\r\n', at);
    const colon = text.indexOf(':', at);
    if (colon < 0 || colon > end) throw bad('header');
    const name = nameOf(text.slice(at, colon));
    const value = trimmed(text, colon + 1, end);
    if (CONTROL.test(value)) throw bad('header');
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else headers[name] = [before, value];
    at = end + 2;
  }
  return headers;
}

/** Names in lower case, by how they were sent. */
const names = new Map<string, string>();
const MAX_NAMES = 500;

function nameOf(sent: string): string {
  const known = names.get(sent);
  if (known !== undefined) return known;
  if (!TOKEN.test(sent)) throw bad('header');
  const name = sent.toLowerCase();
  // The only name that a plain object treats differently.
  if (name === '__proto__') throw bad('header');
  if (names.size < MAX_NAMES) names.set(sent, name);
  return name;
}

/** Without the spaces around. `trim` would take more than HTTP's. */
function trimmed(text: string, from: number, to: number): string {
  let [start, end] = [from, to];
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function idleTime(keepAlive: string): number {
  const timeout = /\btimeout=(\d{1,9})/i.exec(keepAlive)?.[1];
  if (timeout === undefined) return IDLE_MS;
  return Math.max(0, Math.min(Number(timeout) * 1000 - EARLIER_MS, MAX_IDLE_MS));
}

function joined(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(',') : (value ?? '');
}

function bad(what: string): Error {
  return new errors.HTTPParserError(`Invalid ${what} in the response`);
}
