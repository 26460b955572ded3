import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { upstreamLimits } from '../../core/limits.ts';
import { RelayError, toCutResponse } from '../errors.ts';
import { type SilenceWatch, silenceWatch, type Watched } from './silence-watch.ts';
import { findBeginning } from './stream-beginning.ts';
import { SOUND, streamTypes } from './stream-types.ts';
import { Unpacker } from './unpacker.ts';
import type { Pending, Sending, UpstreamRequest, UpstreamStream } from './upstream.ts';

const NEWLINE = 0x0a;
const LINE_END = Buffer.from('\n');
/** Content types of whole responses. */
const LABELED = /json|html|xml/;
/** A field or a comment of server-sent events. */
const SSE_START = /^(?:\xef\xbb\xbf)?(?:data|event|id|retry)?:/;
/** How long a stream waits for its first words, while another channel can still be tried. */
const HOLD_MS = 2000;
const MAX_HEAD_BYTES = 256 * 1024;

/** One object for undici's events and for the reader, without a stream object per response. */
export class ResponseHandler implements Dispatcher.DispatchHandler, UpstreamStream, Watched {
  lastDataAt = 0;
  #control: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #streaming = false;
  /** A stream is due and the content type does not say what this is: the first bytes decide. */
  #isUnlabeled = false;
  #unpacker: Unpacker | undefined;
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
  readonly #answerMs: number;
  /** Deadline of the whole response, by the clock of `performance`. */
  #deadline = 0;
  readonly #silence: SilenceWatch;
  /** These two are released after their call: a stream lasts for minutes. */
  #onDispatch: (() => void) | undefined;
  #promise: Pending | undefined;
  /** Limits the time that the beginning of a stream waits for its first words. */
  #hold: NodeJS.Timeout | undefined;
  #isHoldOver = false;
  readonly #onComments: ((comments: Buffer) => void) | undefined;

  constructor(
    { stream, transport }: Pick<UpstreamRequest, 'stream' | 'transport'>,
    { silenceMs, answerMs = upstreamLimits.answerMs, onDispatch, onComments }: Sending,
    promise: Pending,
  ) {
    this.#streamed = streamTypes({ stream, transport });
    this.#toSse = transport.kind === 'framed' ? transport.toSse() : undefined;
    this.#answerMs = answerMs;
    this.#onDispatch = onDispatch;
    this.#onComments = onComments;
    this.#promise = promise;
    // Started here, so that waiting for a connection has a limit too.
    this.#silence = silenceWatch(silenceMs);
    this.#silence.add(this);
  }

  onRequestStart(control: Dispatcher.DispatchController): void {
    this.#control = control;
    if (this.#error) {
      control.abort(this.#error);
      return;
    }
    this.lastDataAt = performance.now();
    this.#deadline = this.lastDataAt + this.#answerMs;
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
    this.lastDataAt = performance.now();
    const type = headers['content-type'] ?? '';
    this.#streaming = status === 200 && this.#streamed?.test(type) === true;
    const isEvents = this.#streamed !== undefined && this.#streamed !== SOUND;
    this.#isUnlabeled = status === 200 && !this.#streaming && isEvents && !LABELED.test(type);
    if (headers['content-encoding'] === undefined) return;
    this.#unpacker = Unpacker.create(headers['content-encoding'], {
      onBytes: (bytes) => this.#receive(bytes),
      onEnd: (error) => this.#endUnpacked(error),
    });
  }

  onResponseData(control: Dispatcher.DispatchController, received: Buffer): void {
    // A read brings many pieces, and the time is the same for all of them.
    if (!this.#scheduled && this.#isTooLate(control)) return;
    if (this.#unpacker) this.#unpacker.write(received);
    else this.#receive(received);
  }

  #receive(received: Buffer): void {
    let chunk = received;
    try {
      if (this.#toSse && this.#streaming) chunk = this.#toSse(received);
    } catch (error) {
      this.#stop(error as Error);
      return;
    }
    if (this.#isUnlabeled) {
      this.#isUnlabeled = false;
      this.#streaming = SSE_START.test(chunk.toString('latin1', 0, 16));
    }
    this.#pending.push(chunk);
    if (this.#onBytes) {
      this.#schedule();
      return;
    }
    this.#size += chunk.length;
    const most = this.#streaming ? upstreamLimits.mediaLineBytes : upstreamLimits.wholeBytes;
    if (this.#size > most) this.#stop(new Error('the answer is too large'));
    else if (this.#streaming && !this.#opened) this.#lookForBeginning(chunk);
  }

  #stop(error: Error): void {
    this.#control?.abort(error);
    this.#unpacker?.destroy(error);
  }

  #isTooLate(control: Dispatcher.DispatchController): boolean {
    this.lastDataAt = performance.now();
    if (this.lastDataAt <= this.#deadline) return false;
    control.abort(new RelayError(504, 'upstream_too_long'));
    return true;
  }

  onResponseEnd(): void {
    if (this.#unpacker) this.#unpacker.end();
    else this.#end();
  }

  /** What is still being unpacked arrives before the error. */
  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#unpacker) this.#unpacker.end(error);
    else this.#end(error);
  }

  #endUnpacked(error: Error | undefined): void {
    if (error) this.#control?.abort(error);
    this.#end(error);
  }

  #end(error?: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#silence.delete(this);
    clearTimeout(this.#hold);
    this.#error = error ?? this.#error;
    if (this.#opened) this.#schedule();
    else if (error) this.#promise?.reject(toCutResponse(error, this.#status));
    else if (this.#streaming) this.#openAtEnd();
    else {
      const body = joined(this.#pending);
      this.#promise?.resolve({ kind: 'whole', status: this.#status, headers: this.#headers, body });
    }
  }

  get hasEnded(): boolean {
    return this.#ended;
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

  /** A paused reader cannot detect silence. */
  pause(): void {
    this.#silence.delete(this);
    this.#control?.pause();
    this.#unpacker?.pause();
  }

  resume(): void {
    const control = this.#control;
    if (this.#ended) return;
    this.#unpacker?.resume();
    if (!control) return;
    this.#silence.add(this);
    control.resume();
  }

  abort(): void {
    this.#stop(new Error('the gateway broke off'));
  }

  /** Fails an upstream that is silent or no longer needed, or one without a connection yet. */
  giveUp(error = new Error('the upstream is silent')): void {
    if (this.#control) {
      this.#control.abort(error);
      return;
    }
    this.#error = error;
    this.#promise?.reject(error);
  }

  /** Audio has no lines: its first bytes are its beginning. */
  #lookForBeginning(chunk: Buffer): void {
    if (this.#streamed === SOUND) this.#open();
    else if (chunk.includes(NEWLINE)) {
      if (this.#size > MAX_HEAD_BYTES || findBeginning(this.peek()) === 'answer') this.#open();
      else if (this.#isHoldOver) this.endHold();
      else this.#hold ??= setTimeout(endHold, HOLD_MS, this);
    }
  }

  /** Sends on what came without an answer: comments alone still allow another channel. */
  endHold(): void {
    this.#isHoldOver = true;
    const bytes = this.peek();
    if (findBeginning(bytes) !== 'comments') {
      this.#open();
      return;
    }
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    this.#pending = [bytes.subarray(end)];
    this.#size = bytes.length - end;
    this.#onComments?.(bytes.subarray(0, end));
  }

  /** Fails a stream that ended within its head: nothing of the answer is lost with it. */
  #openAtEnd(): void {
    const beginning = findBeginning(Buffer.concat([...this.#pending, LINE_END]));
    if (beginning === 'head') this.#promise?.reject(new Error('the upstream ended before its answer'));
    else this.#open();
  }

  #open(): void {
    this.#opened = true;
    clearTimeout(this.#hold);
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

function endHold(handler: ResponseHandler): void {
  handler.endHold();
}

function joined(pieces: Buffer[]): Buffer {
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
}

function flush(handler: ResponseHandler): void {
  handler.flush();
}
