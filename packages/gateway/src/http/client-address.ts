import type { IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';
import { hasLoopbackName, isForwarded, isSentByBrowser } from './loopback-name.ts';

export interface ClientAddress {
  /** Address of the caller, from `X-Forwarded-For` only when trusted proxies sent it. */
  ip: string;
  /** True for a caller on this machine without a proxy in between, under any host name. */
  sameMachine: boolean;
  /** As `sameMachine`, for a browser that uses a loopback name, such as `localhost`. The page is our own. */
  local: boolean;
  /** True when a trusted proxy reports that the caller came by TLS. */
  secure: boolean;
  /** The host name in the caller's request. */
  host: string;
}

/** The other end of a connection. */
export interface Peer {
  readonly ip: string;
  /** True when it is in `TRUSTED_PROXIES`. */
  readonly trusted: boolean;
  /** True when it is this machine. */
  readonly loopback: boolean;
}

const MAX_PEERS = 10_000;

/** Parses addresses of connections. A peer sends many requests, so its address is parsed once. */
export function createPeerReader(trustedProxies: readonly string[]): (address: string) => Peer {
  const trusted = trustedProxies.map(parseRange);
  const isTrusted = (ip: string) => trusted.some((range) => inRange(ip, range));
  const peers = new Map<string, Peer>();

  return function readPeer(address) {
    const cached = peers.get(address);
    if (cached) return cached;
    const ip = normalise(address);
    const peer = { ip, trusted: isTrusted(ip), loopback: isLoopback(ip) };
    if (peers.size >= MAX_PEERS) peers.clear();
    peers.set(address, peer);
    return peer;
  };
}

/** What a relayed call needs of `ClientAddress`. */
export type CallerAddress = Pick<ClientAddress, 'ip' | 'host' | 'secure'>;

/**
 * Finds the caller. `X-Forwarded-*` counts only when the peer is in `TRUSTED_PROXIES`. Then the caller is the
 * rightmost address that is no trusted proxy, because any caller can forge the addresses to the left of it.
 */
export function createCallerReader(trustedProxies: readonly string[]) {
  const trusted = trustedProxies.map(parseRange);
  const isTrusted = (ip: string) => trusted.some((range) => inRange(ip, range));
  const readPeer = createPeerReader(trustedProxies);

  return function read(address: string | undefined, headers: IncomingHttpHeaders): CallerAddress {
    const peer = readPeer(address ?? '');
    const direct = peer.ip;
    const host = text(headers.host);
    if (!peer.trusted) return { ip: direct, secure: false, host };
    const chain = text(headers['x-forwarded-for']).split(',').map(normalise).filter(Boolean);
    const ip = chain.findLast((address) => !isTrusted(address)) ?? chain[0] ?? direct;
    return {
      ip: ipaddr.isValid(ip) ? ip : direct,
      secure: text(headers['x-forwarded-proto']).split(',')[0]?.trim() === 'https',
      host: text(headers['x-forwarded-host']) || host,
    };
  };
}

/** Finds the caller, and whether it is this machine. */
export function createAddressReader(trustedProxies: readonly string[]) {
  const readCaller = createCallerReader(trustedProxies);
  const readPeer = createPeerReader(trustedProxies);

  return function read(address: string | undefined, headers: IncomingHttpHeaders): ClientAddress {
    const { trusted, loopback } = readPeer(address ?? '');
    const sameMachine = loopback && !trusted && !isForwarded(headers);
    const local = sameMachine && isSentByBrowser(headers) && hasLoopbackName(headers);
    return { ...readCaller(address, headers), sameMachine, local };
  };
}

function parseRange(range: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (range.includes('/')) return ipaddr.parseCIDR(range);
  const address = ipaddr.parse(range);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function inRange(ip: string, [network, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return address.kind() === network.kind() && address.match(network, bits);
}

/** Without brackets, port and the IPv4-in-IPv6 form. */
function normalise(address: string): string {
  const bare = address
    .trim()
    .replace(/^\[(.+)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare;
}

function isLoopback(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback';
}

function text(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(',') : (value ?? '');
}
