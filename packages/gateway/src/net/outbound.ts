import type { createConnection, Socket, TcpNetConnectOpts } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { WebSocket } from 'ws';
import { upstreamLimits, webSocketLimits } from '../core/limits.ts';
import { type AllowList, isPublicAddress, parseAllowList, withoutMetadata } from './addresses.ts';
import { checkUrl, guardedConnector, type Resolve } from './guard.ts';
import { parseProxy, proxiedConnector } from './proxy.ts';
import { readJsonAnswer, type SmallAnswer } from './small-answer.ts';

export { OutboundBlockedError } from './guard.ts';

/**
 * The purpose of an outbound connection. Each purpose has its own connections, so that a private address that
 * root allowed for channels is never reached through a pool for users' addresses.
 */
export type Purpose =
  | 'channel'
  | 'user_webhook'
  | 'image'
  | 'sign_in'
  | 'payment'
  | 'mail'
  | 'update'
  | 'prices'
  | 'turnstile';

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
  close(): Promise<void>;
}

export interface DispatchOptions {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers: Record<string, string>;
  body?: Buffer | string | Readable | undefined;
  /** From the request to the headers of the response. */
  headersTimeoutMs?: number;
  /** Between two chunks of the body. */
  idleTimeoutMs?: number;
  /** `http:`, `https:` or `socks5:` URL of a proxy to go through. */
  proxy?: string | undefined;
}

export interface RequestOptions extends Partial<DispatchOptions> {
  /** Default 1 MB. */
  maxBytes?: number;
  /** The whole call. Default 20 s. */
  timeoutMs?: number;
}

export interface OutboundSettings {
  /** `SSRF_ALLOW`: networks with or without a port that channels, the mail server, sign-in providers, the release
   * feed and sources of prices may be in although private. */
  allow?: readonly string[];
  /** The option `ChannelPrivateHosts`, read at every connection. A new array means that it changed. */
  privateHosts?: () => readonly string[];
  /** Resolves names; replaced by tests. */
  lookup?: Resolve;
}

const HANDSHAKE_TIMEOUT_MS = 20_000;
/** An option of `ws` that its types do not have yet. */
const closing = { closeTimeout: webSocketLimits.closeMs };
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
/** Channels are few and called all the time; URLs from users are many. */
const MAX_REMEMBERED_URLS = 1000;
const nothing: AllowList = { allows: () => false };
/** Purposes whose addresses only root sets. Channels also have their own hosts. */
const operatorMay: ReadonlySet<Purpose> = new Set(['mail', 'sign_in', 'update', 'prices']);

/** A checked URL in undici's format. */
interface Destination {
  readonly origin: string;
  readonly path: string;
}

export function createOutbound({
  allow = [],
  privateHosts = () => [],
  lookup,
}: OutboundSettings = {}): Outbound {
  const lists = createAllowLists(allow, privateHosts);
  const destinations = createDestinations();
  /** By purpose, and by proxy if there is one. */
  const agents = new Map<string, Agent>();

  function agentOf(purpose: Purpose, proxy: string): Agent {
    if (purpose === 'channel' && lists.refresh()) dropChannels(agents);
    const name = proxy === '' ? purpose : `${purpose} ${proxy}`;
    const existing = agents.get(name);
    if (existing) return existing;
    const agent = createAgent(connectorOf(purpose, proxy), purpose === 'channel' ? undefined : 16);
    agents.set(name, agent);
    return agent;
  }

  function connectorOf(purpose: Purpose, proxy = '') {
    const guarded = guardedConnector(() => lists.of(purpose), upstreamLimits.connectMs, lookup);
    if (proxy === '') return guarded;
    const isAllowed = (name: string, address: string, port: number) =>
      isPublicAddress(address) || lists.of(purpose).allows(name, address, port);
    return proxiedConnector(guarded, parseProxy(proxy), isAllowed);
  }

  const outbound: Outbound = {
    dispatch(
      purpose,
      address,
      { method, headers, body, headersTimeoutMs, idleTimeoutMs, proxy = '' },
      handler,
    ) {
      const { origin, path } = destinations(purpose, address);
      agentOf(purpose, proxy).dispatch(
        {
          origin,
          path,
          method,
          headers,
          body: body ?? null,
          headersTimeout: headersTimeoutMs ?? null,
          bodyTimeout: idleTimeoutMs ?? null,
        },
        handler,
      );
    },
    request: (purpose, url, options = {}) =>
      readJsonAnswer(
        (handler) => outbound.dispatch(purpose, url, { method: 'GET', headers: {}, ...options }, handler),
        options,
      ),
    connect: (purpose, host, port) => connectPlainly(connectorOf(purpose), host, port),
    webSocket: (purpose, address, headers = {}, proxy = '') =>
      openWebSocket(connectorOf(purpose, proxy), address, headers),
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
  return outbound;
}

/** The addresses that each purpose may reach in addition to the public Internet. */
function createAllowLists(allow: readonly string[], privateHosts: () => readonly string[]) {
  const operator = parseAllowList(allow);
  let confirmed = privateHosts();
  let channel = channelList();

  return {
    of(purpose: Purpose): AllowList {
      if (purpose === 'channel') return channel;
      return operatorMay.has(purpose) ? operator : nothing;
    },
    /** Returns whether root changed the hosts of channels. */
    refresh(): boolean {
      if (privateHosts() === confirmed) return false;
      confirmed = privateHosts();
      channel = channelList();
      return true;
    },
  };

  function channelList(): AllowList {
    const lists = [operator, withoutMetadata(parseAllowList(readable(confirmed)))];
    return { allows: (...place) => lists.some((list) => list.allows(...place)) };
  }
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
    const destination = { origin: url.origin, path: url.pathname + url.search };
    if (purpose === 'channel' && channels.size < MAX_REMEMBERED_URLS) channels.set(address, destination);
    return destination;
  };
}

function schemesOf(purpose: Purpose): string[] {
  return purpose === 'user_webhook' ? ['https:'] : ['http:', 'https:'];
}

/** Drops invalid lines, which must not stop the gateway. */
function readable(entries: readonly string[]): string[] {
  return entries.filter((entry) => {
    try {
      return parseAllowList([entry]);
    } catch {
      return false;
    }
  });
}
