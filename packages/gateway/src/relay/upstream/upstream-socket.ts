import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { upstreamLimits } from '../../core/limits.ts';
import type { Outbound } from '../../net/outbound.ts';
import { RelayError } from '../errors.ts';
import type { Transport } from '../providers/provider.ts';
import { readErrorBody } from './error-body.ts';
import type { Pending, Sending, UpstreamRequest, UpstreamResponse, UpstreamStream } from './upstream.ts';

/** A request to a vendor that answers over a WebSocket. */
export interface SocketRequest extends UpstreamRequest {
  transport: Extract<Transport, { kind: 'websocket' }>;
}

/**
 * The same as `sendRequest`, for vendors that answer over a WebSocket: one message is sent, each received one
 * is an event. Without streaming, the response is `{ "messages": [...] }`.
 *
 * @throws {RelayError} 504 for a response that takes longer than `answerMs`
 * @throws {Error} when there is no connection, or nothing arrives for `silenceMs`
 */
export function sendOverSocket(
  outbound: Outbound,
  request: SocketRequest,
  sending: Sending,
): Promise<UpstreamResponse> {
  return new Promise((resolve, reject) => {
    const socket = outbound.webSocket('channel', request.url, request.headers, request.proxy);
    const answer = new SocketAnswer(socket, request, sending, { resolve, reject });
    sending.onStart?.((error) => answer.fail(error));
    socket.on('open', () => {
      try {
        sending.onDispatch();
        socket.send(request.body.toString());
      } catch (error) {
        answer.fail(error as Error);
      }
    });
    socket.on('unexpected-response', (_, response) => void answer.refuse(response));
    socket.on('message', (data) => {
      // A provider may send anything; an exception here would end the process.
      try {
        answer.take(data.toString());
      } catch (error) {
        answer.fail(error as Error);
      }
    });
    socket.on('error', (error) => answer.fail(error));
    socket.on('close', () => answer.end());
  });
}

class SocketAnswer implements UpstreamStream {
  readonly #socket: WebSocket;
  readonly #isStream: boolean;
  readonly #isFinalMessage: (message: string) => boolean;
  readonly #silenceMs: number;
  /** Deadline of the whole response, by the clock of `performance`. */
  readonly #deadline: number;
  readonly #promise: Pending;
  #messages: string[] = [];
  #size = 0;
  #timer: NodeJS.Timeout;
  #ended = false;
  #opened = false;
  /** The message that ends the response was received. */
  #isComplete = false;
  #error: Error | undefined;
  #onBytes: ((bytes: Buffer) => void) | undefined;
  #onEnd: ((error: Error | undefined) => void) | undefined;

  constructor(
    socket: WebSocket,
    { stream, transport }: SocketRequest,
    { silenceMs, answerMs = upstreamLimits.answerMs }: Sending,
    promise: Pending,
  ) {
    this.#socket = socket;
    this.#isStream = stream;
    this.#isFinalMessage = transport.isFinalMessage;
    this.#silenceMs = silenceMs;
    this.#deadline = performance.now() + answerMs;
    this.#promise = promise;
    this.#timer = this.#watch();
  }

  take(message: string): void {
    if (this.#ended) return;
    clearTimeout(this.#timer);
    this.#timer = this.#watch();
    this.#size += message.length;
    this.#messages.push(message);
    if (performance.now() > this.#deadline) {
      this.fail(new RelayError(504, 'upstream_too_long'));
      return;
    }
    if (!this.#onBytes && this.#size > upstreamLimits.wholeBytes) {
      this.fail(new Error('the answer is too large'));
      return;
    }
    if (this.#isStream && !this.#opened) this.#open();
    this.#flush();
    if (this.#isFinalMessage(message)) {
      this.#isComplete = true;
      this.#socket.close(1000);
      this.end();
    }
  }

  /** Handles a refused handshake: the vendor's response is treated like any other. */
  async refuse(response: IncomingMessage): Promise<void> {
    const body = await readErrorBody(response);
    clearTimeout(this.#timer);
    this.#ended = true;
    // A successful response without a WebSocket does not come from the vendor.
    const { statusCode = 502 } = response;
    const status = statusCode < 300 ? 502 : statusCode;
    this.#promise.resolve({ kind: 'whole', status, headers: response.headers, body });
    this.#socket.terminate();
  }

  fail(error: Error): void {
    if (this.#ended) return;
    this.#error = error;
    this.end();
    this.#socket.terminate();
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    if (this.#opened) {
      if (this.#onBytes) this.#onEnd?.(this.#error);
      return;
    }
    const error =
      this.#error ?? (this.#isComplete ? undefined : new Error('the upstream hung up before the end'));
    const body = Buffer.from(`{"messages":[${this.#messages.join(',')}]}`);
    if (error) this.#promise.reject(error);
    else this.#promise.resolve({ kind: 'whole', status: 200, headers: {}, body });
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  peek(): Buffer {
    return asEvents(this.#messages);
  }

  read(onBytes: (bytes: Buffer) => void): Promise<Error | undefined> {
    return new Promise((resolve) => {
      this.#onBytes = onBytes;
      this.#onEnd = resolve;
      this.#flush();
      if (this.#ended) resolve(this.#error);
    });
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#socket.pause();
  }

  resume(): void {
    if (this.#ended) return;
    clearTimeout(this.#timer);
    this.#timer = this.#watch();
    this.#socket.resume();
  }

  abort(): void {
    this.fail(new Error('the gateway broke off'));
  }

  #open(): void {
    this.#opened = true;
    this.#promise.resolve({ kind: 'stream', status: 200, headers: {}, stream: this });
  }

  #flush(): void {
    if (!this.#onBytes || this.#messages.length === 0) return;
    const bytes = asEvents(this.#messages);
    this.#messages = [];
    this.#onBytes(bytes);
  }

  #watch(): NodeJS.Timeout {
    return setTimeout(() => this.fail(new Error('the upstream is silent')), this.#silenceMs);
  }
}

/** Line ends between the members of a JSON text mean nothing, and would end the event. */
function asEvents(messages: readonly string[]): Buffer {
  return Buffer.from(messages.map((text) => `data: ${text.replace(/[\r\n]+/g, ' ')}\n\n`).join(''));
}
