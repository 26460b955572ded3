import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** With this many waiting requests, a connection is not read until they have been handled. */
const MOST_WAITING = 32;

interface Connection {
  requests: number;
  waiting: number;
  isPaused: boolean;
}

/**
 * Returns a function that handles the requests of a connection one after the other. A client that pipelines
 * hundreds of requests would otherwise start all of them in one turn of the event loop, and other callers
 * would wait. HTTP requires responses in this order anyway (RFC 9112, 9.3.2).
 *
 * Requests that still wait when the connection closes are never handled. Nor are requests after the last one
 * that a connection may have: the response to that one closes the connection. Node's own limit would answer
 * each of them with a 503, all in one turn.
 *
 * @param most the number of requests that one connection may send
 */
export function createPipelines(most: number) {
  const connections = new WeakMap<Socket, Connection>();

  return function handleInTurn(
    { socket }: IncomingMessage,
    response: ServerResponse,
    handle: () => void,
  ): void {
    const connection = connections.get(socket) ?? { requests: 0, waiting: 0, isPaused: false };
    if (connection.requests === 0) connections.set(socket, connection);
    connection.requests += 1;
    if (connection.requests > most) return;
    if (connection.requests === most) response.setHeader('connection', 'close');
    // Node gives the socket to a response when the one before it has been sent.
    if (response.socket) handle();
    else wait(connection, socket, response, handle);
  };
}

function wait(connection: Connection, socket: Socket, response: ServerResponse, handle: () => void): void {
  connection.waiting += 1;
  if (connection.waiting === MOST_WAITING) {
    connection.isPaused = true;
    socket.pause();
  }
  response.once('socket', () =>
    setImmediate(() => {
      connection.waiting -= 1;
      if (socket.destroyed) return;
      if (connection.isPaused && connection.waiting === 0) {
        connection.isPaused = false;
        socket.resume();
      }
      handle();
    }),
  );
}
