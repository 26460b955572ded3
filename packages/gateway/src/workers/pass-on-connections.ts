import type { ChildProcess } from 'node:child_process';

/** The messages of `node:cluster` with which it hands connections to a worker, and their answers. */
interface ClusterMessage {
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

/** Until then the parent has read what the worker answered before its end. */
const LAST_ANSWERS_MS = 100;

/**
 * Hands connections to another worker when this one was killed before it took them. `node:cluster` waits for
 * its answer for ever, and so would the caller. The answer of a worker that is shutting down takes its place.
 */
export function passOnConnections(worker: ChildProcess): void {
  const handed = new Set<number>();
  const send = worker.send as (message: ClusterMessage, ...more: unknown[]) => boolean;
  worker.send = (message: ClusterMessage, ...more: unknown[]) => {
    if (message.act === 'newconn' && message.seq !== undefined) handed.add(message.seq);
    return send.call(worker, message, ...more);
  };
  worker.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) handed.delete(ack);
  });
  let isDisconnected = false;
  worker.once('disconnect', () => {
    isDisconnected = true;
    for (const ack of handed)
      worker.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false }, undefined);
  });
  // With a connection on its way, Node does not say that the channel has closed.
  worker.once('exit', () => {
    setTimeout(() => {
      if (!isDisconnected) worker.emit('disconnect');
    }, LAST_ANSWERS_MS);
  });
}
