import type { IncomingHttpHeaders } from 'node:http';
import type { OnReadOpts, Socket } from 'node:net';
import { type Dispatcher, errors } from 'undici';
import type { PlainRequest } from './plain-request.ts';
import { ResponseParser, type ResponseParts } from './response-parser.ts';

/** Requests up to this size are sent as one buffer, larger ones without a copy. */
const JOINED_BYTES = 16 * 1024;
const READ_BYTES = 64 * 1024;

/** Sockets of connections, for {@link reading}. */
const connections = new WeakMap<Socket, Connection>();

/**
 * The option of a socket with which it reads for its {@link Connection}. All of them read into the same memory, as
 * one read is parsed before the next one begins.
 */
export const reading: OnReadOpts = {
  buffer: Buffer.allocUnsafeSlow(READ_BYTES),
  callback(this: Socket, length: number, bytes: Uint8Array): boolean {
    connections.get(this)?.receive((bytes as Buffer).subarray(0, length));
    return true;
  },
};

export interface ConnectionEvents {
  /** Another request can be sent, within `idleMs`. */
  onFree(connection: Connection, idleMs: number): void;
  onClose(connection: Connection): void;
}

/** One connection to a provider, for one request at a time. */
export class Connection implements ResponseParts {
  /** When a connection that waits is closed, by the clock of `performance`. */
  closesAt = 0;
  /** No other request may follow. */
  isLast = false;
  readonly #socket: Socket;
  readonly #events: ConnectionEvents;
  readonly #parser = new ResponseParser();
  #call: ProviderCall | undefined;

  constructor(socket: Socket, events: ConnectionEvents) {
    this.#socket = socket;
    this.#events = events;
    connections.set(socket, this);
    socket.on('end', () => this.#finish());
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => {
      this.fail(new errors.SocketError('closed'));
      events.onClose(this);
    });
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  /** Begins a call. Sends nothing when its handler aborts it at once. */
  send(call: ProviderCall): void {
    this.#call = call;
    this.#parser.reset();
    this.#socket.ref();
    call.start(this);
    if (this.#call !== call || call.aborted) return;
    const { head, body } = call.takeRequest();
    if (head.length + body.length <= JOINED_BYTES && typeof body !== 'string') {
      const bytes = Buffer.allocUnsafe(head.length + body.length);
      bytes.write(head, 0, 'latin1');
      body.copy(bytes, head.length);
      this.#socket.write(bytes);
      return;
    }
    this.#socket.cork();
    this.#socket.write(head, 'latin1');
    this.#socket.write(body);
    this.#socket.uncork();
  }

  receive(bytes: Buffer): void {
    if (!this.#call) {
      this.destroy(); // Nobody asked.
      return;
    }
    try {
      this.#parser.push(bytes, this);
    } catch (error) {
      this.fail(error as Error);
    }
  }

  onHead(status: number, headers: IncomingHttpHeaders): void {
    // A protocol that was not asked for.
    if (status === 101) throw new errors.SocketError('bad upgrade');
    this.#call?.answer(status, headers);
  }

  onBody(bytes: Buffer): void {
    this.#call?.receive(bytes);
  }

  onEnd(): void {
    const call = this.#call;
    if (!call) return; // It was aborted by its last bytes.
    this.#call = undefined;
    // An answer that came before the request was sent leaves the rest of it on the way.
    const { idleMs } = this.#parser;
    if (idleMs > 0 && !this.isLast && this.#socket.writableLength === 0) {
      if (call.paused) this.#socket.resume();
      this.#socket.unref();
      this.#events.onFree(this, idleMs);
    } else this.destroy();
    call.end();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Ends the connection, and the call that it carries without notice. */
  destroy(): void {
    this.#call = undefined;
    this.#socket.destroy();
  }

  #finish(): void {
    try {
      if (this.#call && this.#parser.finish(this)) return;
    } catch (error) {
      this.fail(error as Error);
      return;
    }
    this.fail(new errors.SocketError('other side closed'));
  }

  /** Ends the connection and the call that it carries. */
  fail(error: Error): void {
    const call = this.#call;
    this.destroy();
    call?.fail(error);
  }
}

/** One request and its response. Its handler controls it with this object, also after it ended. */
export class ProviderCall implements Dispatcher.DispatchController {
  aborted = false;
  paused = false;
  reason: Error | null = null;
  rawHeaders = null;
  #request: PlainRequest | undefined;
  readonly #handler: Dispatcher.DispatchHandler;
  #connection: Connection | undefined;

  constructor(request: PlainRequest, handler: Dispatcher.DispatchHandler) {
    this.#request = request;
    this.#handler = handler;
  }

  start(connection: Connection): void {
    this.#connection = connection;
    try {
      this.#handler.onRequestStart?.(this, undefined);
    } catch (error) {
      this.abort(error as Error);
    }
  }

  /** Releases it: a response can last for minutes. */
  takeRequest(): PlainRequest {
    const request = this.#request as PlainRequest;
    this.#request = undefined;
    return request;
  }

  answer(status: number, headers: IncomingHttpHeaders): void {
    this.#handler.onResponseStart?.(this, status, headers);
  }

  receive(bytes: Buffer): void {
    this.#handler.onResponseData?.(this, bytes);
  }

  end(): void {
    this.#connection = undefined;
    this.#handler.onResponseEnd?.(this, {});
  }

  fail(error: Error): void {
    this.#connection = undefined;
    this.#handler.onResponseError?.(this, error);
  }

  abort(reason: Error): void {
    const connection = this.#connection;
    if (!connection) return; // It has ended.
    this.aborted = true;
    this.reason = reason;
    connection.destroy();
    this.fail(reason);
  }

  pause(): void {
    this.paused = true;
    this.#connection?.pause();
  }

  resume(): void {
    this.paused = false;
    this.#connection?.resume();
  }
}
