import type { DispatchOptions } from '../outbound.ts';

/** A POST request with a whole body, no proxy, and no limits of time besides those of its caller. */
export interface PlainRequest {
  /** From the request line to the empty line, in latin1. */
  readonly head: string;
  readonly body: Buffer | string;
}

/** They say how the connection is used, or how the body ends. */
const UNUSUAL = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const TOKEN = /^[!#$%&'*+.^`|~\w-]+$/;
const INVALID_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const MAX_NAMES = 500;
/** Names that may be sent. */
const usual = new Set<string>();

/** Where a request goes. */
interface Target {
  readonly host: string;
  /** With the query. */
  readonly path: string;
}

/** Returns a request as it is written to the connection; undefined for one that needs more than to be written. */
export function toPlainRequest(
  target: Target,
  { method, headers, body, headersTimeoutMs, idleTimeoutMs, proxy = '' }: DispatchOptions,
): PlainRequest | undefined {
  const isTimed = headersTimeoutMs !== 0 || idleTimeoutMs !== 0;
  if (method !== 'POST' || proxy !== '' || isTimed) return undefined;
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return undefined;
  const head = toHead(target, headers, Buffer.byteLength(body));
  return head === undefined ? undefined : { head, body };
}

function toHead(
  { host, path }: Target,
  headers: Readonly<Record<string, string>>,
  bodyBytes: number,
): string | undefined {
  let head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`;
  for (const name in headers) {
    const value = headers[name] as string;
    if (!isUsual(name) || INVALID_VALUE.test(value)) return undefined;
    head += `${name}: ${value}\r\n`;
  }
  return `${head}content-length: ${bodyBytes}\r\n\r\n`;
}

function isUsual(name: string): boolean {
  if (usual.has(name)) return true;
  if (!TOKEN.test(name) || UNUSUAL.has(name.toLowerCase())) return false;
  if (usual.size < MAX_NAMES) usual.add(name);
  return true;
}
