import { BlockList, isIP } from 'node:net';

/**
 * True for a public address on the Internet. IPv6 is an allow-list (global unicast without the transition and
 * documentation ranges), so that mapped, translated and local forms of an IPv4 address are refused. Source:
 * IANA special-purpose address registries.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special4.check(address, 'ipv4');
  if (family === 6)
    return !address.includes('%') && global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
  return false;
}

/**
 * True for addresses where clouds serve a machine's credentials, and for the whole link-local network.
 * Sources: the metadata services of AWS, Google Cloud, Azure (169.254.0.0/16, fd00:ec2::254) and Alibaba.
 */
export function isMetadataAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && metadata.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Removes those addresses from a list: users who edit channels must not reach them under any name. */
export function withoutMetadata(list: AllowList): AllowList {
  return { allows: (name, address, port) => !isMetadataAddress(address) && list.allows(name, address, port) };
}

/**
 * Private targets allowed by root: `10.0.0.0/8`, `127.0.0.1/32:11434`, `[fd00::1]:80`, `runner.local:11434`.
 */
export interface AllowList {
  /** `name` is the host in the URL, `address` the result of its resolution. */
  allows(name: string, address: string, port: number): boolean;
}

/** @throws {RangeError} naming the entry that is not a network, an address or a `host:port`. */
export function parseAllowList(entries: readonly string[]): AllowList {
  const rules = entries
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map(parseEntry);
  return {
    allows: (name, address, port) =>
      rules.some((rule) => (rule.port === undefined || rule.port === port) && rule.matches(name, address)),
  };
}

interface Rule {
  port: number | undefined;
  matches(name: string, address: string): boolean;
}

function parseEntry(entry: string): Rule {
  const parts =
    /^(?:\[([^\]]+)\]|([^:/]+|[0-9a-fA-F:]*::?[0-9a-fA-F:.]*))(?:\/(\d{1,3}))?(?::(\d{1,5}))?$/.exec(entry);
  const host = parts?.[1] ?? parts?.[2];
  if (!parts || !host) throw new RangeError(`"${entry}" is not an address, a network or host:port.`);
  const port = parts[4] === undefined ? undefined : Number(parts[4]);
  if (port !== undefined && (port < 1 || port > 65_535))
    throw new RangeError(`"${entry}" has no valid port.`);

  const family = isIP(host);
  if (family === 0) {
    if (parts[3] !== undefined) throw new RangeError(`"${entry}": a name has no network length.`);
    const wanted = host.toLowerCase();
    return { port, matches: (name) => name.toLowerCase() === wanted };
  }
  const list = new BlockList();
  const bits = parts[3] === undefined ? (family === 4 ? 32 : 128) : Number(parts[3]);
  if (bits > (family === 4 ? 32 : 128)) throw new RangeError(`"${entry}" has no valid network length.`);
  list.addSubnet(host, bits, family === 4 ? 'ipv4' : 'ipv6');
  return {
    port,
    matches: (_, address) => isIP(address) === family && list.check(address, family === 4 ? 'ipv4' : 'ipv6'),
  };
}

const special4 = listOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);
const global6 = listOf('ipv6', [['2000::', 3]]);
const special6 = listOf('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]);

const metadata = listOf('ipv4', [
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
]);
metadata.addSubnet('fe80::', 10, 'ipv6');
metadata.addAddress('fd00:ec2::254', 'ipv6');

function listOf(family: 'ipv4' | 'ipv6', networks: [string, number][]): BlockList {
  const list = new BlockList();
  for (const [network, bits] of networks) list.addSubnet(network, bits, family);
  return list;
}
