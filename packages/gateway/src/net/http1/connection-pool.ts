import type { Socket } from 'node:net';
import { type buildConnector, type Dispatcher, errors } from 'undici';
import { Connection, ProviderCall } from './connection.ts';
import type { PlainRequest } from './plain-request.ts';

const SWEEP_MS = 1000;

/**
 * Connections to providers, any number of them to each origin. Sends what is plain: one POST request with a
 * whole body at a time on each, as HTTP/1.1 and without a proxy. What it costs and why it is here: decision 0177.
 */
export class ConnectionPool {
  readonly #connect: buildConnector.connector;
  readonly #all = new Set<Connection>();
  /** Connections that wait, by origin, the latest at the end. */
  readonly #free = new Map<string, Connection[]>();
  #freed: [Connection[], Connection][] = [];
  #sweep: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param connect checks the address */
  constructor(connect: buildConnector.connector) {
    this.#connect = connect;
  }

  get size(): number {
    return this.#all.size;
  }

  /** @param origin scheme, host and port */
  dispatch(origin: string, request: PlainRequest, handler: Dispatcher.DispatchHandler): void {
    const call = new ProviderCall(request, handler);
    const free = this.#freeOf(origin);
    for (let connection = free.pop(); connection; connection = free.pop())
      if (connection.isOpen) {
        connection.send(call);
        return;
      }
    this.#open(origin, free, call);
  }

  /** Lets no further request follow on a connection that is open now. */
  renew(): void {
    for (const connection of this.#all) connection.isLast = true;
    for (const free of this.#free.values()) for (const connection of free.splice(0)) connection.destroy();
    for (const [, connection] of this.#freed.splice(0)) connection.destroy();
  }

  /** Breaks off all calls. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    for (const connection of this.#all) connection.fail(closed());
  }

  #freeOf(origin: string): Connection[] {
    const existing = this.#free.get(origin);
    if (existing) return existing;
    const free: Connection[] = [];
    this.#free.set(origin, free);
    return free;
  }

  #open(origin: string, free: Connection[], call: ProviderCall): void {
    const { protocol, hostname, host, port } = new URL(origin);
    this.#connect({ protocol, hostname, host, port }, (error, socket) => {
      if (!socket) return call.fail(error as Error);
      if (this.#isClosed) {
        socket.destroy();
        return call.fail(closed());
      }
      this.#add(socket, free).send(call);
    });
  }

  #add(socket: Socket, free: Connection[]): Connection {
    const connection = new Connection(socket, {
      onFree: (connection, idleMs) => this.#keep(free, connection, idleMs),
      onClose: (connection) => this.#all.delete(connection),
    });
    this.#all.add(connection);
    return connection;
  }

  /** In the next turn: a server may close although it did not say so. */
  #keep(free: Connection[], connection: Connection, idleMs: number): void {
    connection.closesAt = performance.now() + idleMs;
    if (this.#freed.push([free, connection]) === 1) setImmediate(this.#keepAll);
  }

  readonly #keepAll = (): void => {
    const freed = this.#freed;
    this.#freed = [];
    for (const [free, connection] of freed) if (connection.isOpen) free.push(connection);
    if (!this.#isClosed) this.#sweep ??= setInterval(this.#closeIdle, SWEEP_MS).unref();
  };

  readonly #closeIdle = (): void => {
    const now = performance.now();
    let waiting = 0;
    for (const free of this.#free.values()) {
      for (const connection of free.splice(0)) {
        if (connection.closesAt <= now) connection.destroy();
        if (connection.isOpen) free.push(connection);
      }
      waiting += free.length;
    }
    if (waiting > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  };
}

function closed(): Error {
  return new errors.ClientDestroyedError();
}
