import type { ServerResponse } from 'node:http';

/**
 * Handles the requests of one connection one after the other. A client that pipelines hundreds of requests would
 * otherwise start all of them in one turn of the event loop, and everybody else would wait. Their answers leave in this
 * order anyway (RFC 9112, 9.3.2).
 *
 * What still waits when the connection closes is never handled.
 */
export function handleInTurn(response: ServerResponse, handle: () => void): void {
  // Node gives the socket to a response when the one before it has been sent.
  if (response.socket) handle();
  else response.once('socket', () => setImmediate(() => response.socket?.destroyed === false && handle()));
}
