import ipaddr from 'ipaddr.js';

/** The network of one household: an IPv4 address or an IPv6 /64. Limits of a single caller count by it. */
export function limitKey(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip;
  return ipaddr.IPv6.parse(ip).parts.slice(0, 4).join(':');
}

/** The range within which a provider's customer can easily change the address: an IPv4 /24 or an IPv6 /56. */
export function networkOf(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip.split('.').slice(0, 3).join('.');
  const [first, second, third, fourth = 0] = ipaddr.IPv6.parse(ip).parts;
  return [first, second, third, fourth >> 8].join(':');
}
