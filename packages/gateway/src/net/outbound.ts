import type { createConnection, Socket, TcpNetConnectOpts } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { WebSocket } from 'ws';
import { upstreamLimits, webSocketLimits } from '../core/limits.ts';
import { type AllowList, isPublicAddress, parseAllowList, withoutMetadata } from './addresses.ts';
import { checkUrl, guardedConnector, type Resolve } from './guard.ts';
import { parseProxy, proxiedConnector } from './proxy.ts';
import { readJsonAnswer, type SmallAnswer } from './small-answer.ts';

export { Blocked } from './guard.ts';

/**
 * Why somebody dials out. Each purpose has connections of its own, so that a private address that root allowed for
 * channels is never reached through a pool that users' addresses share.
 */
export type Purpose =
  | 'channel'
  | 'user_webhook'
  | 'image'
  | 'sign_in'
  | 'payment'
  | 'mail'
  | 'update'
  | 'turnstile';

/** The only way out of the gateway for addresses that a person, an option or an upstream can influence. */
export interface Outbound {
  /**
   * The low level, for the relay: events go to `handler`, nothing is buffered, redirects are answers like any other.
   * @throws {Blocked} for a URL that is not http or https, or carries credentials.
   */
  dispatch(
    purpose: Purpose,
    url: string,
    options: DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): void;
  /**
   * Small JSON calls: balance, model lists, webhooks. At most `maxBytes` after decompression.
   * @throws {Blocked | Error} when the address is refused, the answer is too large or does not come.
   */
  request(purpose: Purpose, url: string, options?: RequestOptions): Promise<SmallAnswer>;
  /**
   * A bare connection, for the mail server: the caller speaks its own protocol and brings TLS.
   * @throws {Blocked | Error} when the address is refused or does not answer in time.
   */
  connect(purpose: Purpose, host: string, port: number): Promise<Socket>;
  /**
   * A WebSocket of `ws:` or `wss:`, not open yet. A refusal of the handshake is its event `unexpected-response`.
   * @throws {Blocked} for another URL, or one that carries credentials.
   */
  webSocket(purpose: Purpose, url: string, headers?: Record<string, string>, proxy?: string): WebSocket;
  close(): Promise<void>;
}

export interface DispatchOptions {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers: Record<string, string>;
  body?: Buffer | string | Readable | undefined;
  /** From the request to the headers of the answer. */
  headersTimeoutMs?: number;
  /** Between two pieces of the body. */
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
  /** `SSRF_ALLOW`: networks with or without a port that channels, the mail server, sign-in providers and the release
   * feed may be in although private. */
  allow?: readonly string[];
  /** The option `ChannelPrivateHosts`: the list is read at every connection, its identity tells that it changed. */
  privateHosts?: () => readonly string[];
  /** How names are resolved; tests bring their own. */
  lookup?: Resolve;
}

const HANDSHAKE_TIMEOUT_MS = 20_000;
/** An option of `ws` that its types do not have yet. */
const closing = { closeTimeout: webSocketLimits.closeMs };
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
/** Channels are few and called all the time; addresses that users write in are many. */
const MAX_REMEMBERED_URLS = 1000;
const nothing: AllowList = { allows: () => false };
/** What root alone sets the address of. Channels have hosts of their own besides. */
const operatorMay: ReadonlySet<Purpose> = new Set(['mail', 'sign_in', 'update']);

/** A URL that was checked, as undici wants it. */
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
  /** By purpose, and proxy if any. */
  const agents = new Map<string, Agent>();

  function agentOf(purpose: Purpose, proxy: string): Agent {
    if (purpose === 'channel' && lists.refresh()) dropChannels(agents);
    const name = proxy === '' ? purpose : `${purpose} ${proxy}`;
    const known = agents.get(name);
    if (known) return known;
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

/** What each purpose may reach beside the public Internet. */
function createAllowLists(allow: readonly string[], privateHosts: () => readonly string[]) {
  const operator = parseAllowList(allow);
  let confirmed = privateHosts();
  let channel = channelList();

  return {
    of(purpose: Purpose): AllowList {
      if (purpose === 'channel') return channel;
      return operatorMay.has(purpose) ? operator : nothing;
    },
    /** Whether root changed the hosts of channels. */
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

/** A host that root took off the list must not live on in an open connection. */
function dropChannels(agents: Map<string, Agent>): void {
  for (const [name, agent] of agents) {
    if (!name.startsWith('channel')) continue;
    agent.close().catch(() => {}); // it was destroyed: the gateway ends
    agents.delete(name);
  }
}

/**
 * @param connections at most so many to one origin; a call beyond them waits, with no limit of time. Calls of models have
 * no such number: a stream holds its connection for minutes, and callers are counted where they come in.
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

/** @throws {Blocked} */
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

/** The connection of a WebSocket, checked like any other. */
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
      // A tunnel through a proxy arrives paused, and Node's HTTP client does not resume a socket that was paused.
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

/** Where a connection leads is checked when it is made; only the reading of a channel's URL is remembered. */
function createDestinations() {
  const channels = new Map<string, Destination>();

  /** @throws {Blocked} */
  return function destinationOf(purpose: Purpose, address: string): Destination {
    const known = purpose === 'channel' ? channels.get(address) : undefined;
    if (known) return known;
    const url = checkUrl(address, schemesOf(purpose));
    const destination = { origin: url.origin, path: url.pathname + url.search };
    if (purpose === 'channel' && channels.size < MAX_REMEMBERED_URLS) channels.set(address, destination);
    return destination;
  };
}

function schemesOf(purpose: Purpose): string[] {
  return purpose === 'user_webhook' ? ['https:'] : ['http:', 'https:'];
}

/** A line that cannot be read allows nothing; it must not stop the gateway. */
function readable(entries: readonly string[]): string[] {
  return entries.filter((entry) => {
    try {
      return parseAllowList([entry]);
    } catch {
      return false;
    }
  });
}
