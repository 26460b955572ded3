import { BlockList, isIP } from 'node:net';

/** A list of allowed addresses and networks. */
export interface AddressList {
  includes(ip: string): boolean;
}

/** Parses one address or network a line. Skips invalid lines; without a valid one includes no address. */
export function parseAddressList(lines: readonly string[]): AddressList {
  const list = new BlockList();
  for (const line of lines) {
    const range = parseRange(line);
    if (range) list.addSubnet(range.address, range.length, range.family);
  }
  return {
    includes(ip) {
      const family = isIP(ip);
      return family !== 0 && list.check(ip, family === 4 ? 'ipv4' : 'ipv6');
    },
  };
}

export function isAddressOrRange(line: string): boolean {
  return parseRange(line) !== undefined;
}

function parseRange(line: string) {
  const [address = '', bits, ...rest] = line.split('/');
  const family = isIP(address);
  const most = family === 4 ? 32 : 128;
  const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  if (family === 0 || rest.length > 0 || length < 0 || length > most) return undefined;
  return { address, length, family: family === 4 ? 'ipv4' : 'ipv6' } as const;
}
