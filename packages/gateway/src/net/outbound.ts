import type { createConnection, OnReadOpts, Socket, TcpNetConnectOpts } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { WebSocket } from 'ws';
import { upstreamLimits, webSocketLimits } from '../core/limits.ts';
import { isPublicAddress } from './addresses.ts';
import type { DispatchOptions } from './dispatch-options.ts';
import { checkUrl, guardedConnector, type Resolve } from './guard.ts';
import { reading } from './http1/connection.ts';
import { ConnectionPool } from './http1/connection-pool.ts';
import { toPlainRequest } from './http1/plain-request.ts';
import { parseProxy, proxiedConnector } from './proxy.ts';
import { createAllowLists, type EnvironmentUrls, type Purpose } from './purposes.ts';
import { readJsonAnswer, type SmallAnswer } from './small-answer.ts';

export type { DispatchOptions } from './dispatch-options.ts';
export { OutboundBlockedError } from './guard.ts';
export type { Purpose } from './purposes.ts';

/** All outbound connections to addresses that a user, an option or an upstream can influence. */
export interface Outbound {
  /**
   * Low level, for the relay: `handler` gets the events, nothing is buffered, redirects are normal responses.
   * @throws {OutboundBlockedError} for a URL that is not http or https, or carries credentials.
   */
  dispatch(
    purpose: Purpose,
    url: string,
    options: DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): void;
  /**
   * Small JSON calls: balance, model lists, webhooks. At most `maxBytes` after decompression.
   * @throws {OutboundBlockedError | Error} when the address is refused, or the response is too large or missing.
   */
  request(purpose: Purpose, url: string, options?: RequestOptions): Promise<SmallAnswer>;
  /**
   * A plain connection for the mail server: the caller implements protocol and TLS.
   * @throws {OutboundBlockedError | Error} when the address is refused or does not answer in time.
   */
  connect(purpose: Purpose, host: string, port: number): Promise<Socket>;
  /**
   * A WebSocket of `ws:` or `wss:`, not open yet. A refused handshake emits `unexpected-response`.
   * @throws {OutboundBlockedError} for another URL, or one that carries credentials.
   */
  webSocket(purpose: Purpose, url: string, headers?: Record<string, string>, proxy?: string): WebSocket;
  /** Open connections, without WebSockets and those of `connect`. */
  countSockets(): number;
  close(): Promise<void>;
}

export interface RequestOptions extends Partial<DispatchOptions> {
  /** Default 1 MB. */
  maxBytes?: number;
  /** The whole call. Default 20 s. */
  timeoutMs?: number;
}

export interface OutboundSettings extends EnvironmentUrls {
  /** `SSRF_ALLOW`: networks with or without a port that channels, the mail server, sign-in providers, the release
   * feed and sources of prices may be in although private. */
  allow?: readonly string[];
  /** The option `ChannelPrivateHosts`, read at every connection. A new array means that it changed. */
  privateHosts?: () => readonly string[];
  /** Resolves names; replaced by tests. */
  lookup?: Resolve;
}

const NO_HOSTS: readonly string[] = [];
const HANDSHAKE_TIMEOUT_MS = 20_000;
/** An option of `ws` that its types do not have yet. */
const closing = { closeTimeout: webSocketLimits.closeMs };
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
/** Channels are few and called all the time; URLs from users are many. */
const MAX_REMEMBERED_URLS = 1000;
/** A checked URL in undici's format. */
interface Destination {
  readonly origin: string;
  readonly host: string;
  readonly path: string;
}

export function createOutbound({
  allow = [],
  privateHosts = () => NO_HOSTS,
  traceUrl,
  logStreamUrl,
  lookup,
}: OutboundSettings = {}): Outbound {
  const lists = createAllowLists(allow, privateHosts, { traceUrl, logStreamUrl });
  const destinations = createDestinations();
  /** By purpose, and by proxy if there is one. */
  const agents = new Map<string, Agent>();
  /** Plain requests to channels. */
  let pool: ConnectionPool | undefined;

  function agentOf(purpose: Purpose, proxy: string): Agent {
    refreshChannels(purpose);
    const name = proxy === '' ? purpose : `${purpose} ${proxy}`;
    const existing = agents.get(name);
    if (existing) return existing;
    const agent = createAgent(connectorOf(purpose, proxy), purpose === 'channel' ? undefined : 16);
    agents.set(name, agent);
    return agent;
  }

  function connectorOf(purpose: Purpose, proxy = '', onread?: OnReadOpts) {
    const guarded = guardedConnector(() => lists.of(purpose), upstreamLimits.connectMs, { lookup, onread });
    if (proxy === '') return guarded;
    const isAllowed = (name: string, address: string, port: number) =>
      isPublicAddress(address) || lists.of(purpose).allows(name, address, port);
    return proxiedConnector(guarded, parseProxy(proxy), isAllowed);
  }

  /** Open connections are not used again when root changed the hosts of channels. */
  function refreshChannels(purpose: Purpose): void {
    if (purpose !== 'channel' || !lists.refresh()) return;
    dropChannels(agents);
    pool?.renew();
  }

  function poolOfChannels(): ConnectionPool {
    refreshChannels('channel');
    pool ??= new ConnectionPool(connectorOf('channel', '', reading));
    return pool;
  }

  const outbound: Outbound = {
    dispatch(purpose, address, options, handler) {
      const destination = destinations(purpose, address);
      const plain = purpose === 'channel' ? toPlainRequest(destination, options) : undefined;
      if (plain) return poolOfChannels().dispatch(destination.origin, plain, handler);
      agentOf(purpose, options.proxy ?? '').dispatch(toAgentRequest(destination, options), handler);
    },
    request: (purpose, url, options = {}) =>
      readJsonAnswer(
        (handler) => outbound.dispatch(purpose, url, { method: 'GET', headers: {}, ...options }, handler),
        options,
      ),
    connect: (purpose, host, port) => connectPlainly(connectorOf(purpose), host, port),
    webSocket: (purpose, address, headers = {}, proxy = '') =>
      openWebSocket(connectorOf(purpose, proxy), address, headers),
    countSockets: () =>
      [...agents.values()]
        .flatMap(({ stats }) => Object.values(stats))
        .reduce((sum, { connected }) => sum + Number(connected), pool?.size ?? 0),
    async close() {
      pool?.close();
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
  return outbound;
}

function toAgentRequest(
  { origin, path }: Destination,
  { method, headers, body, headersTimeoutMs, idleTimeoutMs }: DispatchOptions,
): Agent.DispatchOptions {
  const times = { headersTimeout: headersTimeoutMs ?? null, bodyTimeout: idleTimeoutMs ?? null };
  return { origin, path, method, headers, body: body ?? null, ...times };
}

/** Closes open connections, because root may have removed their host from the list. */
function dropChannels(agents: Map<string, Agent>): void {
  for (const [name, agent] of agents) {
    if (!name.startsWith('channel')) continue;
    agent.close().catch(() => {}); // it was destroyed: the gateway ends
    agents.delete(name);
  }
}

/**
 * @param connections maximum to one origin; further calls wait without a time limit. Model calls have no such
 * limit: a stream holds its connection for minutes, and callers are limited on arrival.
 */
function createAgent(connect: ReturnType<typeof guardedConnector>, connections?: number): Agent {
  return new Agent({
    connect,
    connections: connections ?? null,
    pipelining: 1,
    keepAliveTimeout: 20_000,
    maxHeaderSize: upstreamLimits.headerBytes,
    headersTimeout: upstreamLimits.silenceMs,
    bodyTimeout: upstreamLimits.silenceMs,
  });
}

/** @throws {OutboundBlockedError} */
function openWebSocket(
  connector: ReturnType<typeof guardedConnector>,
  address: string,
  headers: Record<string, string>,
): WebSocket {
  return new WebSocket(checkUrl(address, ['ws:', 'wss:']), {
    headers,
    perMessageDeflate: false,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    maxPayload: MAX_MESSAGE_BYTES,
    ...closing,
    createConnection: guardedConnection(connector),
  });
}

/** The checked connection of a WebSocket. */
function guardedConnection(connector: ReturnType<typeof guardedConnector>): typeof createConnection {
  const open = (
    options: TcpNetConnectOpts & { defaultPort?: number },
    done: (error: Error | null, socket?: Socket) => void,
  ) => {
    const hostname = options.host ?? '';
    const protocol = options.defaultPort === 443 ? 'https:' : 'http:';
    const target = { hostname, host: hostname, protocol, port: String(options.port) };
    connector(target, (error, socket) => {
      if (!socket) return done(error);
      done(null, socket);
      // A proxy tunnel arrives paused, and Node's HTTP client does not resume a paused socket.
      socket.resume();
    });
  };
  return open as unknown as typeof createConnection;
}

function connectPlainly(
  connector: ReturnType<typeof guardedConnector>,
  hostname: string,
  port: number,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const target = { hostname, host: hostname, protocol: 'http:', port: String(port) };
    connector(target, (error, socket) => (socket ? resolve(socket) : reject(error as Error)));
  });
}

/** Caches parsed URLs of channels only. Every connection is still checked when it is made. */
function createDestinations() {
  const channels = new Map<string, Destination>();

  /** @throws {OutboundBlockedError} */
  return function destinationOf(purpose: Purpose, address: string): Destination {
    const cached = purpose === 'channel' ? channels.get(address) : undefined;
    if (cached) return cached;
    const url = checkUrl(address, schemesOf(purpose));
    const destination = { origin: url.origin, host: url.host, path: url.pathname + url.search };
    if (purpose === 'channel' && channels.size < MAX_REMEMBERED_URLS) channels.set(address, destination);
    return destination;
  };
}

function schemesOf(purpose: Purpose): string[] {
  return purpose === 'user_webhook' ? ['https:'] : ['http:', 'https:'];
}
