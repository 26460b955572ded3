import type { Socket } from 'node:net';

/** What a driver must know to see that a connection is lost: its outcome is unknown, like after any lost connection. */
class Silent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the connection to the database is silent');
    this.name = 'Silent';
  }
}

/**
 * Ends connections on which nothing has moved for too long: neither driver has a limit of its own for a server that is
 * still connected and says nothing. A statement that the server works at is silent too, so the limit is longer than any
 * statement may take.
 */
export class Silence {
  #limitMs = 0;
  readonly #sockets = new Set<Socket>();

  watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setTimeout(this.#limitMs);
    socket.on('timeout', () => socket.destroy(new Silent()));
    socket.on('error', () => {}); // The driver hears it too, unless it has let go of the connection already.
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** From now on, in milliseconds; until then, and for 0, there is no limit. */
  limit(ms: number): void {
    this.#limitMs = ms;
    for (const socket of this.#sockets) socket.setTimeout(ms);
  }
}
