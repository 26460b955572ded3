import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Returns a function that handles the requests of one connection one after the other. A client that pipelines hundreds
 * of requests would otherwise start all of them in one turn of the event loop, and everybody else would wait. Their
 * answers leave in this order anyway (RFC 9112, 9.3.2).
 *
 * What still waits when the connection closes is never handled.
 */
export function createPipelines() {
  const waiting = new WeakMap<Socket, (() => void)[]>();

  function runNext(socket: Socket): void {
    const run = socket.destroyed ? undefined : waiting.get(socket)?.shift();
    if (run) run();
    else waiting.delete(socket);
  }

  return function handleInOrder(
    { socket }: IncomingMessage,
    response: ServerResponse,
    handle: () => void,
  ): void {
    const run = () => {
      response.once('close', () => {
        if (waiting.get(socket)?.length === 0) waiting.delete(socket);
        else setImmediate(runNext, socket);
      });
      handle();
    };
    const queue = waiting.get(socket);
    if (queue) queue.push(run);
    else {
      waiting.set(socket, []);
      run();
    }
  };
}
