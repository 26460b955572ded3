import type { Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

interface Listeners {
  onBytes(bytes: Buffer): void;
  /** Called once, behind the last bytes. */
  onEnd(error?: Error): void;
}

/**
 * Unpacks a response piece by piece. The gateway requests `identity`, but some providers and their networks pack all
 * the same. The listener bounds the size: it destroys the unpacker.
 */
export class Unpacker {
  /** Returns `undefined` for a response that is not packed. */
  static create(header: string | string[] | undefined, listeners: Listeners): Unpacker | undefined {
    if (header === undefined) return undefined;
    const coding = String(header).trim().toLowerCase();
    return coding === '' || coding === 'identity' ? undefined : new Unpacker(coding, listeners);
  }

  readonly #coding: string;
  readonly #listeners: Listeners;
  #stream: Transform | undefined;
  #isPaused = false;
  #isEnding = false;
  #hasEnded = false;
  /** Why the packed bytes ended early. */
  #error: Error | undefined;

  private constructor(coding: string, listeners: Listeners) {
    this.#coding = coding;
    this.#listeners = listeners;
  }

  write(bytes: Buffer): void {
    if (this.#hasEnded || bytes.length === 0) return;
    this.#stream ??= this.#open(bytes);
    this.#stream?.write(bytes, () => this.#endWhenRead());
  }

  end(error?: Error): void {
    this.#error = error;
    this.#isEnding = true;
    if (this.#stream) this.#endWhenRead();
    else this.#finish();
  }

  /** A stream that ends in the middle of its code drops all that is still in it, so it ends when it is empty. */
  #endWhenRead(): void {
    const stream = this.#stream;
    if (!this.#isEnding || !stream || stream.writableEnded) return;
    if (stream.writableLength === 0 && stream.readableLength === 0) stream.end();
  }

  pause(): void {
    this.#isPaused = true;
    this.#stream?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#stream?.resume();
  }

  destroy(error: Error): void {
    this.#stream?.destroy();
    this.#finish(error);
  }

  #open(first: Buffer): Transform | undefined {
    const stream = createStream(this.#coding, first);
    if (!stream) {
      this.#finish(new Error(`the upstream packed its answer as ${this.#coding}`));
      return undefined;
    }
    stream.on('data', (bytes: Buffer) => {
      if (this.#hasEnded) return;
      this.#listeners.onBytes(bytes);
      this.#endWhenRead();
    });
    stream.on('end', () => this.#finish());
    stream.on('error', (error) => this.#finish(error));
    if (this.#isPaused) stream.pause();
    return stream;
  }

  #finish(error?: Error): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#listeners.onEnd(this.#error ?? error);
  }
}

function createStream(coding: string, first: Buffer): Transform | undefined {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'zstd':
      return createZstdDecompress();
    case 'deflate':
      return hasZlibHeader(first) ? createInflate() : createInflateRaw();
    default:
      return undefined;
  }
}

/** Some servers send `deflate` without its header: https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.2 */
function hasZlibHeader([first = 0, second]: Buffer): boolean {
  return (first & 0x0f) === 8 && (second === undefined || ((first << 8) | second) % 31 === 0);
}
