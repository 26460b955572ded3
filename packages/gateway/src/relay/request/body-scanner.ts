import { Worker } from 'node:worker_threads';
import type { JsonLimits } from '../../core/json-scan.ts';
import { jsonLimits } from '../../core/limits.ts';
import { type BodyScan, scanBody } from './body-scan.ts';

/** A JSON text and its structure. */
export interface ScannedBody {
  /** The same bytes as before, in the memory where they are now. */
  readonly bytes: Buffer;
  readonly scan: BodyScan;
}

/** Reads the structure of JSON texts without blocking other calls. */
export interface BodyScanner {
  /**
   * Scans a small text at once and a large one in a thread. The thread takes over the memory of a large text:
   * `bytes` is empty afterwards, and the result holds it.
   */
  scan(bytes: Buffer, limits: JsonLimits): ScannedBody | Promise<ScannedBody>;
  /** Undoes a content coding in the thread. Takes the memory of `bytes`. @throws as `unpack` does, with its `code` */
  unpack(bytes: Buffer, coding: string, most: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** A job for the thread: to scan a text, or to unpack bytes. */
export type BodyQuestion = { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> } & (
  | { readonly limits: JsonLimits }
  | { readonly coding: string; readonly most: number }
);

export interface BodyAnswer {
  readonly id: number;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly scan?: BodyScan;
  readonly error?: { readonly code: string | undefined; readonly message: string };
}

interface Waiting {
  resolve(answer: { bytes: Buffer; scan: BodyScan | undefined }): void;
  reject(error: Error): void;
}

/** Starts its thread at the first large text. */
export function createBodyScanner(): BodyScanner {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let last = 0;

  function start(): Worker {
    const started = new Worker(new URL('./body-scan-worker.ts', import.meta.url));
    started.unref();
    started.on('message', ({ id, bytes, scan, error }: BodyAnswer) => {
      const asker = waiting.get(id);
      waiting.delete(id);
      if (bytes)
        asker?.resolve({ bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), scan });
      else asker?.reject(Object.assign(new Error(error?.message), { code: error?.code }));
    });
    started.on('error', fail);
    return started;
  }

  function fail(error: Error): void {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    void worker?.terminate();
    worker = undefined;
  }

  function ask(bytes: Buffer, question: { limits: JsonLimits } | { coding: string; most: number }) {
    worker ??= start();
    last += 1;
    const id = last;
    return new Promise<{ bytes: Buffer; scan: BodyScan | undefined }>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      const owned = ownMemory(bytes);
      worker?.postMessage({ ...question, id, bytes: owned } satisfies BodyQuestion, [owned.buffer]);
    });
  }

  return {
    scan(bytes, limits) {
      if (bytes.length < jsonLimits.threadBytes) return { bytes, scan: scanBody(bytes, limits) };
      return ask(bytes, { limits }) as Promise<ScannedBody>;
    },
    async unpack(bytes, coding, most) {
      return (await ask(bytes, { coding, most })).bytes;
    },
    async close() {
      fail(new Error('the gateway is closing'));
    },
  };
}

/** Copies bytes that share their memory, because a thread takes over the whole buffer. */
function ownMemory(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
}
