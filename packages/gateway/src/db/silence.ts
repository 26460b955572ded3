import type { Socket } from 'node:net';

/** A code by which drivers recognize a lost connection. The outcome is unknown, as after any loss. */
class Silent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the connection to the database is silent');
    this.name = 'Silent';
  }
}

/**
 * Closes connections without traffic for too long, because neither driver has a limit for a connected but
 * silent server. A running statement is silent too, so the limit is longer than any statement may take.
 */
export class Silence {
  #limitMs = 0;
  readonly #sockets = new Set<Socket>();

  watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setTimeout(this.#limitMs);
    socket.on('timeout', () => socket.destroy(new Silent()));
    socket.on('error', () => {}); // The driver also gets it, unless it has released the connection.
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** Sets the limit in milliseconds. There is no limit before the first call and for 0. */
  limit(ms: number): void {
    this.#limitMs = ms;
    for (const socket of this.#sockets) socket.setTimeout(ms);
  }
}
