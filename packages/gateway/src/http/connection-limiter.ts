import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type Counts, localCounts } from '../cache/counts.ts';
import { limitKey } from '../core/networks.ts';
import { createCallerReader, createPeerReader } from './client-address.ts';

/** Keeps one address from taking all connections. */
export interface ConnectionLimiter {
  /** Counts a new connection. Closes it at once when its address has twice as many as allowed. */
  enter(socket: Socket): void;
  /**
   * Whether the address of a request has too many connections; `until` closes when the request ends. Callers
   * share the connections of a trusted proxy. There the limit counts requests under way by forwarded address.
   */
  hasTooManyConnections(request: IncomingMessage, until: EventEmitter): boolean;
}

interface ConnectionLimitSettings {
  trustedProxies: readonly string[];
  perAddress: number;
  /** What the other workers of this gateway have. */
  shared?: Counts;
  /** Called with an address that has too many connections. */
  onTooManyConnections?: (ip: string) => void;
}

/** Programs on this machine are not counted, except callers behind a trusted proxy on it. */
export function createConnectionLimiter({
  trustedProxies,
  perAddress,
  shared = localCounts,
  onTooManyConnections: onExcess,
}: ConnectionLimitSettings): ConnectionLimiter {
  const readPeer = createPeerReader(trustedProxies);
  const readAddress = createCallerReader(trustedProxies);
  const counts = new Map<string, number>();
  const refusedSockets = new WeakSet<Socket>();

  /** Returns the count of the address in all workers including this one, which counts until the emitter closes. */
  function count(ip: string, until: EventEmitter): number {
    const key = limitKey(ip);
    const now = (counts.get(key) ?? 0) + 1;
    counts.set(key, now);
    shared.publish(key, now);
    const all = now + shared.others(key);
    if (all === perAddress + 1) onExcess?.(ip);
    until.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1;
      if (left === 0) counts.delete(key);
      else counts.set(key, left);
      shared.publish(key, left);
    });
    return all;
  }

  return {
    enter(socket) {
      const { ip, trusted, loopback } = readPeer(socket.remoteAddress ?? '');
      if (trusted || loopback) return;
      const now = count(ip, socket);
      if (now > perAddress) refusedSockets.add(socket);
      if (now > 2 * perAddress) socket.destroy();
    },
    hasTooManyConnections(request, until) {
      const { socket, headers } = request;
      if (!readPeer(socket.remoteAddress ?? '').trusted) return refusedSockets.has(socket);
      return count(readAddress(socket.remoteAddress, headers).ip, until) > perAddress;
    },
  };
}
