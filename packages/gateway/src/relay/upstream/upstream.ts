import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { upstreamLimits } from '../../core/limits.ts';
import type { Outbound } from '../../net/outbound.ts';
import { RelayError } from '../errors.ts';
import type { Transport } from '../providers/provider.ts';
import { toUpstreamBody } from '../request/upstream-body.ts';

export interface UpstreamRequest {
  url: string;
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

const NEWLINE = 0x0a;
const EVENTS = /event-?stream/;
const SOUND = /^(?:audio|video)\/|octet-stream|event-?stream/;
const EVENT = Buffer.from('event:');

/** How one request is sent. */
export interface Sending {
  /** Milliseconds that the upstream may be silent. */
  silenceMs: number;
  /** Milliseconds that its whole response may take. Default: an hour. */
  answerMs?: number | undefined;
  /** Called when a socket is open, before the first byte. */
  onDispatch(): void;
}

/**
 * Sends one request. Resolves with a whole response or a stream's first line, so that a failure before can
 * still move to another channel. Fails an upstream that is silent for `silenceMs`, and cuts one that takes
 * longer than `answerMs`. Calls `onDispatch` when the socket is open, before the first byte.
 *
 * @throws {RelayError} 504 for a response that takes too long
 * @throws {Error} of undici or `OutboundBlockedError` when there is no such response
 */
export function sendRequest(
  outbound: Outbound,
  request: UpstreamRequest,
  sending: Sending,
): Promise<UpstreamResponse> {
  return new Promise((resolve, reject) => {
    const { url, proxy } = request;
    // The handler measures the time: one timer a call, to the millisecond.
    const times = { headersTimeoutMs: 0, idleTimeoutMs: 0 };
    const options = { method: 'POST' as const, ...toUpstreamBody(request), proxy, ...times };
    outbound.dispatch('channel', url, options, new Handler(request, sending, { resolve, reject }));
  });
}

/** Settles the promise of a response. */
export interface Pending {
  resolve(response: UpstreamResponse): void;
  reject(error: Error): void;
}

/** One object for undici's events and for the reader, without a stream object per response. */
class Handler implements Dispatcher.DispatchHandler, UpstreamStream {
  #control: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #streaming = false;
  #opened = false;
  #pending: Buffer[] = [];
  #size = 0;
  #ended = false;
  #error: Error | undefined;
  #scheduled = false;
  #onBytes: ((bytes: Buffer) => void) | undefined;
  #onEnd: ((error: Error | undefined) => void) | undefined;
  readonly #streamed: RegExp | undefined;
  readonly #toSse: ((bytes: Buffer) => Buffer) | undefined;
  readonly #silenceMs: number;
  readonly #answerMs: number;
  /** Deadline of the whole response, by the clock of `performance`. */
  #deadline = 0;
  #silence: NodeJS.Timeout | undefined;
  /** These two are released after their call: a stream lasts for minutes. */
  #onDispatch: (() => void) | undefined;
  #promise: Pending | undefined;

  constructor(
    { stream, transport }: Pick<UpstreamRequest, 'stream' | 'transport'>,
    { silenceMs, answerMs = upstreamLimits.answerMs, onDispatch }: Sending,
    promise: Pending,
  ) {
    this.#streamed = transport.kind === 'audio' ? SOUND : stream ? EVENTS : undefined;
    this.#toSse = transport.kind === 'framed' ? transport.toSse() : undefined;
    this.#silenceMs = silenceMs;
    this.#answerMs = answerMs;
    this.#onDispatch = onDispatch;
    this.#promise = promise;
    // Started here, so that waiting for a connection has a limit too.
    this.#silence = setTimeout(giveUp, silenceMs, this);
  }

  onRequestStart(control: Dispatcher.DispatchController): void {
    this.#control = control;
    if (this.#error) {
      control.abort(this.#error);
      return;
    }
    this.#deadline = performance.now() + this.#answerMs;
    this.#silence?.refresh();
    try {
      this.#onDispatch?.();
      this.#onDispatch = undefined;
    } catch (error) {
      control.abort(error as Error);
    }
  }

  onResponseStart(
    control: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#status = status;
    this.#headers = headers;
    // Unused in this form, and they would retain the memory that they were read into.
    control.rawHeaders = null;
    this.#silence?.refresh();
    const coding = headers['content-encoding'];
    if (coding && coding !== 'identity') control.abort(new Error('the upstream packed its answer'));
    this.#streaming = status === 200 && this.#streamed?.test(headers['content-type'] ?? '') === true;
  }

  onResponseData(control: Dispatcher.DispatchController, received: Buffer): void {
    // A read brings many pieces, and the time is the same for all of them.
    if (!this.#scheduled && this.#isTooLate(control)) return;
    let chunk = received;
    try {
      if (this.#toSse && this.#streaming) chunk = this.#toSse(received);
    } catch (error) {
      control.abort(error as Error);
      return;
    }
    this.#pending.push(chunk);
    if (this.#onBytes) {
      this.#schedule();
      return;
    }
    this.#size += chunk.length;
    const most = this.#streaming ? upstreamLimits.mediaLineBytes : upstreamLimits.wholeBytes;
    if (this.#size > most) control.abort(new Error('the answer is too large'));
    if (this.#streaming && !this.#opened && this.#hasBegun(chunk)) this.#open();
  }

  #isTooLate(control: Dispatcher.DispatchController): boolean {
    this.#silence?.refresh();
    if (performance.now() <= this.#deadline) return false;
    control.abort(new RelayError(504, 'upstream_too_long'));
    return true;
  }

  onResponseEnd(): void {
    this.#ended = true;
    clearTimeout(this.#silence);
    if (this.#streaming) this.#opened ? this.#schedule() : this.#open();
    else {
      const body = joined(this.#pending);
      this.#promise?.resolve({ kind: 'whole', status: this.#status, headers: this.#headers, body });
    }
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#ended = true;
    clearTimeout(this.#silence);
    this.#error = error;
    if (this.#opened) this.#schedule();
    else this.#promise?.reject(error);
  }

  peek(): Buffer {
    return joined(this.#pending);
  }

  read(onBytes: (bytes: Buffer) => void): Promise<Error | undefined> {
    return new Promise((resolve) => {
      this.#onBytes = onBytes;
      this.#onEnd = resolve;
      this.#schedule();
    });
  }

  /** Stops the silence timer, because a paused reader cannot detect silence. */
  pause(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
    this.#control?.pause();
  }

  resume(): void {
    const control = this.#control;
    if (!control || this.#ended) return;
    this.#silence ??= setTimeout(giveUp, this.#silenceMs, this);
    control.resume();
  }

  abort(): void {
    this.#control?.abort(new Error('the gateway broke off'));
  }

  /** Fails a silent upstream, or one without a connection yet. */
  giveUp(): void {
    const error = new Error('the upstream is silent');
    if (this.#control) {
      this.#control.abort(error);
      return;
    }
    this.#error = error;
    this.#promise?.reject(error);
  }

  /** Audio has no lines: its first bytes are its beginning. */
  #hasBegun(chunk: Buffer): boolean {
    return this.#streamed === SOUND || (chunk.includes(NEWLINE) && hasBegun(this.peek()));
  }

  #open(): void {
    this.#opened = true;
    this.#promise?.resolve({ kind: 'stream', status: this.#status, headers: this.#headers, stream: this });
    this.#promise = undefined;
  }

  /** Joins pieces that arrive in one turn: half the work of a fast stream is writes. */
  #schedule(): void {
    if (this.#scheduled || !this.#onBytes) return;
    this.#scheduled = true;
    process.nextTick(flush, this);
  }

  flush(): void {
    this.#scheduled = false;
    const pieces = this.#pending;
    if (pieces.length > 0) {
      this.#pending = [];
      // No caller catches errors of an event-loop tick: an exception here would end the process.
      try {
        this.#onBytes?.(joined(pieces));
      } catch (error) {
        this.#error ??= error as Error;
        this.#control?.abort(this.#error);
      }
    }
    if (this.#ended) this.#onEnd?.(this.#error);
  }
}

function giveUp(handler: Handler): void {
  handler.giveUp();
}

/** An event's name alone is not enough: it may be an error, and another channel can still be tried. */
function hasBegun(bytes: Buffer): boolean {
  return !bytes.subarray(0, 6).equals(EVENT) || bytes.indexOf('\n', bytes.indexOf('\n') + 1) >= 0;
}

function joined(pieces: Buffer[]): Buffer {
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
}

function flush(handler: Handler): void {
  handler.flush();
}
