import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { hasValidHost } from './host-header.ts';
import { acceptTarget } from './request-target.ts';

/** The socket of a connection that becomes a WebSocket. */
export interface UpgradedSocket {
  readonly socket: Socket;
  /** The first bytes after the request. */
  readonly head: Buffer;
}

const SESSIONS = /^\/v1\/realtime\/?(\?|$)/;

/**
 * Whether a request may become a WebSocket. Only sessions of the relay are WebSockets. Every other upgrade is
 * answered as a plain request.
 *
 * A plain response also goes to a request with a body, with no valid host or another host, or pipelined
 * behind an unanswered request: Node would hand over a socket that the earlier response still owns.
 */
export function canBecomeSession(request: IncomingMessage): boolean {
  const { headers, method, socket } = request;
  return (
    headers.upgrade?.toLowerCase() === 'websocket' &&
    method === 'GET' &&
    headers.host !== undefined &&
    hasValidHost(request) &&
    acceptTarget(request) &&
    SESSIONS.test(request.url ?? '') &&
    !hasBody(headers) &&
    !isAnswering(socket)
  );
}

function hasBody(headers: IncomingMessage['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/** `_httpMessage` is the response that a socket is sending. Node has no public name for it. */
function isAnswering(socket: Socket & { _httpMessage?: unknown }): boolean {
  return Boolean(socket._httpMessage);
}

/**
 * Makes `server.closeAllConnections` close upgraded sockets too. Node stops tracking a socket when it is
 * upgraded, yet `server.close` waits for it. Returns the set to which each upgraded socket is added.
 */
export function closeUpgradedSockets(server: Server): Pick<Set<Socket>, 'add'> {
  const sockets = new Set<Socket>();
  const closeOthers = server.closeAllConnections.bind(server);
  server.closeAllConnections = () => {
    closeOthers();
    for (const socket of sockets) socket.destroy();
  };
  return {
    add(socket) {
      if (socket.destroyed) return sockets;
      socket.once('close', () => sockets.delete(socket));
      return sockets.add(socket);
    },
  };
}
