import type { IncomingHttpHeaders } from 'node:http';
import { errors } from 'undici';
import { upstreamLimits } from '../../core/limits.ts';
import { parseFields, parseHead } from './response-head.ts';

/** Receives the parts of one response, in this order. Bytes belong to the receiver. */
export interface ResponseParts {
  onHead(status: number, headers: IncomingHttpHeaders): void;
  onBody(bytes: Buffer): void;
  onEnd(): void;
}

type State =
  | 'head'
  | 'sized body'
  | 'endless body'
  | 'chunk size'
  | 'chunk extension'
  | 'chunk size LF'
  | 'chunk'
  | 'chunk CR'
  | 'chunk LF'
  | 'trailer'
  | 'complete';

const HEAD_END = Buffer.from('\r\n\r\n');
const CR = 0x0d;
const LF = 0x0a;
const SEMICOLON = 0x3b;
const SPACE = 0x20;
const TAB = 0x09;
/** 16^11 bytes: no number of them is inexact. */
const MAX_SIZE_DIGITS = 11;
const MAX_EXTENSION_BYTES = 4096;
const MAX_TRAILER_BYTES = 16 * 1024;

/**
 * Parses the responses to POST requests on one connection (RFC 9112). Strict: what different parsers understand
 * differently is an error. Copies what it passes on, so that a connection can read into the same memory again.
 */
export class ResponseParser {
  /** How long the connection may wait for its next request. 0: no request may follow. Known with the last part. */
  idleMs = 0;
  #state: State = 'head';
  /** The beginning of a head that is not complete. */
  #head: Buffer | undefined;
  /** Bytes of the body, or of the chunk, that are due. */
  #left = 0;
  /** Digits of a chunk size, or bytes of its extension. */
  #count = 0;
  #trailers = '';

  /** Prepares for the next response. */
  reset(): void {
    this.#state = 'head';
  }

  /** @throws {errors.HTTPParserError | errors.HeadersOverflowError} for what is not a response */
  push(bytes: Buffer, parts: ResponseParts): void {
    let at = this.#state === 'head' ? this.#readHead(bytes, parts) : 0;
    switch (this.#state) {
      case 'head':
        return;
      case 'sized body':
        at = this.#readSized(bytes, at, parts);
        break;
      case 'endless body':
        if (at < bytes.length) parts.onBody(copyOf(bytes, at, bytes.length));
        return;
      case 'complete':
        break;
      default:
        at = this.#readChunks(bytes, at, parts);
    }
    if (this.#state !== 'complete') return;
    // Not requested: the next request would take it for its response.
    if (at < bytes.length) this.idleMs = 0;
    parts.onEnd();
  }

  /** The connection has ended. Returns whether the response has too. */
  finish(parts: ResponseParts): boolean {
    if (this.#state !== 'endless body') return false;
    this.#state = 'complete';
    parts.onEnd();
    return true;
  }

  /** Returns the offset of the body; of nothing while the head is incomplete. */
  #readHead(received: Buffer, parts: ResponseParts): number {
    const before = this.#head?.length ?? 0;
    const bytes = this.#head ? Buffer.concat([this.#head, received]) : received;
    let at = 0;
    for (;;) {
      const end = bytes.indexOf(HEAD_END, at);
      if ((end < 0 ? bytes.length : end) - at > upstreamLimits.headerBytes)
        throw new errors.HeadersOverflowError();
      if (end < 0) {
        this.#head = copyOf(bytes, at, bytes.length);
        return received.length;
      }
      const head = parseHead(bytes.toString('latin1', at, end + 2));
      at = end + HEAD_END.length;
      // Notes that the response is still to come (RFC 9110, section 15.2), except a change of the protocol.
      if (head.status < 200 && head.status !== 101) continue;
      this.#head = undefined;
      this.idleMs = head.idleMs;
      this.#left = head.length;
      this.#count = 0;
      this.#state =
        head.framing === 'chunked'
          ? 'chunk size'
          : head.framing === 'endless'
            ? 'endless body'
            : head.length > 0
              ? 'sized body'
              : 'complete';
      parts.onHead(head.status, head.headers);
      return at - before;
    }
  }

  #readSized(bytes: Buffer, from: number, parts: ResponseParts): number {
    const end = Math.min(bytes.length, from + this.#left);
    this.#left -= end - from;
    if (this.#left === 0) this.#state = 'complete';
    if (end > from) parts.onBody(copyOf(bytes, from, end));
    return end;
  }

  /** Passes on the chunks of one read as one piece: a stream has a chunk for each event. */
  #readChunks(bytes: Buffer, from: number, parts: ResponseParts): number {
    const { length } = bytes;
    let body: Buffer | undefined;
    let used = 0;
    let at = from;
    try {
      while (at < length && this.#state !== 'complete') {
        if (this.#state !== 'chunk') {
          this.#readFraming(bytes[at] as number);
          at += 1;
          continue;
        }
        const end = Math.min(length, at + this.#left);
        body ??= Buffer.allocUnsafe(length - at);
        bytes.copy(body, used, at, end);
        used += end - at;
        this.#left -= end - at;
        if (this.#left === 0) this.#state = 'chunk CR';
        at = end;
      }
    } finally {
      // Also when the next chunk is none: the caller gets, and pays, what came before.
      if (body) parts.onBody(body.subarray(0, used));
    }
    return at;
  }

  #readFraming(byte: number): void {
    switch (this.#state) {
      case 'chunk size':
        this.#readSize(byte);
        return;
      case 'chunk extension':
        this.#count += 1;
        if (byte === CR) this.#state = 'chunk size LF';
        else if ((byte < SPACE && byte !== TAB) || this.#count > MAX_EXTENSION_BYTES) throw badChunk();
        return;
      case 'chunk size LF':
        if (byte !== LF) throw badChunk();
        this.#count = 0;
        this.#state = this.#left > 0 ? 'chunk' : 'trailer';
        return;
      case 'chunk CR':
        if (byte !== CR) throw badChunk();
        this.#state = 'chunk LF';
        return;
      case 'chunk LF':
        if (byte !== LF) throw badChunk();
        this.#state = 'chunk size';
        return;
      default:
        this.#readTrailer(byte);
    }
  }

  #readSize(byte: number): void {
    const digit = hexDigit(byte);
    if (digit >= 0) {
      if (this.#count === 0) this.#left = 0;
      this.#count += 1;
      if (this.#count > MAX_SIZE_DIGITS) throw badChunk();
      this.#left = this.#left * 16 + digit;
      return;
    }
    if (this.#count === 0) throw badChunk();
    if (byte === CR) this.#state = 'chunk size LF';
    else if (byte === SEMICOLON) this.#state = 'chunk extension';
    else throw badChunk();
    this.#count = 0;
  }

  /** Fields behind the body. They are not used, but their end must be as certain as that of a head. */
  #readTrailer(byte: number): void {
    this.#trailers += String.fromCharCode(byte);
    if (this.#trailers.length > MAX_TRAILER_BYTES) throw badChunk();
    if (byte !== LF || !/(?:^|\r\n)\r\n$/.test(this.#trailers.slice(-4))) return;
    parseFields(this.#trailers.slice(0, -2), 0);
    this.#trailers = '';
    this.#state = 'complete';
  }
}

function copyOf(bytes: Buffer, from: number, end: number): Buffer {
  const copy = Buffer.allocUnsafe(end - from);
  bytes.copy(copy, 0, from, end);
  return copy;
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

function badChunk(): Error {
  return new errors.HTTPParserError('Invalid chunk in the response');
}
