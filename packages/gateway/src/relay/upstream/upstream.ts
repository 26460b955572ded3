import type { IncomingHttpHeaders } from 'node:http';
import type { Transport } from '../providers/provider.ts';

export interface UpstreamRequest {
  url: string;
  /** Default: POST. */
  method?: 'GET' | 'DELETE';
  headers: Record<string, string>;
  body: Buffer | string;
  /** The response is passed on as it arrives. */
  stream: boolean;
  transport: Transport;
  /** The channel's proxy; empty: none. Required, so that no request bypasses it. */
  proxy: string;
}

export type UpstreamResponse =
  | { kind: 'whole'; status: number; headers: IncomingHttpHeaders; body: Buffer }
  | { kind: 'stream'; status: number; headers: IncomingHttpHeaders; stream: UpstreamStream };

export interface UpstreamStream {
  /** Everything has arrived, and is given to `read` within this turn unless the stream is paused. */
  readonly hasEnded: boolean;
  /** The bytes that arrived before `read`. */
  peek(): Buffer;
  /**
   * Calls `onBytes` once a turn with all bytes that arrived in it. Resolves at the end, with the error if it
   * was not clean.
   */
  read(onBytes: (bytes: Buffer) => void): Promise<Error | undefined>;
  pause(): void;
  resume(): void;
  abort(): void;
}

/** How one request is sent. */
export interface Sending {
  /** Milliseconds that the upstream may be silent. */
  silenceMs: number;
  /** Milliseconds that its whole response may take. Default: an hour. */
  answerMs?: number | undefined;
  /** Called when a socket is open, before the first byte. */
  onDispatch(): void;
  /** Called with a function that ends the request, until it has its response. */
  onStart?(cancel: (error: Error) => void): void;
  /** Called with comments of a stream that has no event for long, so that the caller's connection stays open. */
  onComments?(comments: Buffer): void;
}

/** Settles the promise of a response. */
export interface Pending {
  resolve(response: UpstreamResponse): void;
  reject(error: Error): void;
}
