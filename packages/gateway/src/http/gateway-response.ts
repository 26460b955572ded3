import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';
import { ServerResponse } from './node-http.ts';

/** Header names and values in turns. */
export type HeaderPairs = readonly string[];

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

const NONE: HeaderPairs = [];
const CRLF = '\r\n';
const TERMINATOR = '0\r\n\r\n';

/**
 * A response of the HTTP server. Does two things in one step for which Node needs several: it writes a head from one
 * list of headers, and a chunk of a stream as one buffer instead of four writes.
 */
export class GatewayResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  #added: HeaderPairs = NONE;
  #written: HeaderPairs = NONE;
  #framesChunks = false;

  /** Adds headers that the head has besides those of `writeHead`. */
  addHeaders(pairs: HeaderPairs): void {
    this.#added = this.#added === NONE ? pairs : [...this.#added, ...pairs];
  }

  override getHeader(name: string): number | string | string[] | undefined {
    return super.getHeader(name) ?? find(this.#added, name) ?? find(this.#written, name);
  }

  override writeHead(status: number, reason?: string, headers?: Headers): this;
  override writeHead(status: number, headers?: Headers): this;
  override writeHead(status: number, first?: string | Headers, second?: Headers): this {
    const added = this.#added;
    if (!this.headersSent && added !== NONE) {
      const isList = first === undefined || Array.isArray(first);
      if (isList && this.getHeaderNames().length === 0) {
        this.#written = (first ?? NONE) as HeaderPairs;
        return super.writeHead(status, first ? [...added, ...(first as string[])] : [...added]);
      }
      for (let at = 0; at < added.length; at += 2)
        this.setHeader(added[at] as string, added[at + 1] as string);
    }
    return typeof first === 'string'
      ? super.writeHead(status, first, second)
      : super.writeHead(status, first);
  }

  /** Sends a body of unknown length, after `writeHead`. */
  frameChunks(): void {
    if (!this.chunkedEncoding) return; // The caller speaks HTTP/1.0.
    this.chunkedEncoding = false; // Node adds no frames of its own.
    this.#framesChunks = true;
  }

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    const whole = this.#framesChunks ? frame(toBytes(chunk, rest[0]), '') : chunk;
    return super.write(whole, ...(this.#framesChunks ? callbackOf(rest) : (rest as [])));
  }

  override end(...all: unknown[]): this {
    if (!this.#framesChunks || this.writableEnded) return super.end(...(all as []));
    const [chunk, ...rest] = all;
    const hasChunk = chunk !== undefined && chunk !== null && typeof chunk !== 'function';
    const bytes = hasChunk ? toBytes(chunk, rest[0]) : undefined;
    const last = bytes && bytes.length > 0 ? frame(bytes, TERMINATOR) : TERMINATOR;
    return super.end(last, ...callbackOf(all));
  }
}

/** Adds headers to any response. */
export function addHeaders(response: ServerResponse, pairs: HeaderPairs): void {
  if (response instanceof GatewayResponse) response.addHeaders(pairs);
  else
    for (let at = 0; at < pairs.length; at += 2)
      response.setHeader(pairs[at] as string, pairs[at + 1] as string);
}

function find(pairs: HeaderPairs, name: string): string | undefined {
  const lower = name.toLowerCase();
  for (let at = 0; at < pairs.length; at += 2) if (pairs[at]?.toLowerCase() === lower) return pairs[at + 1];
  return undefined;
}

/** One chunk of the chunked coding (RFC 9112, section 7.1). An empty one would end the body. */
function frame(bytes: Uint8Array, behind: string): Uint8Array {
  const { length } = bytes;
  if (length === 0) return bytes;
  const size = length.toString(16) + CRLF;
  const framed = Buffer.allocUnsafe(size.length + length + CRLF.length + behind.length);
  framed.write(size, 0, 'latin1');
  framed.set(bytes, size.length);
  framed.write(CRLF + behind, size.length + length, 'latin1');
  return framed;
}

function toBytes(chunk: unknown, encoding: unknown): Uint8Array {
  return typeof chunk === 'string'
    ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
    : (chunk as Uint8Array);
}

function callbackOf(rest: readonly unknown[]): [] | [() => void] {
  const callback = rest.find((each) => typeof each === 'function');
  return callback ? [callback as () => void] : [];
}
