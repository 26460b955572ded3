import ipaddr from 'ipaddr.js';

/** What one household has: an IPv4 address or an IPv6 /64. Limits of a single caller count by it. */
export function limitKey(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip;
  return ipaddr.IPv6.parse(ip).parts.slice(0, 4).join(':');
}

/** What one customer of a provider can easily change within: an IPv4 /24 or an IPv6 /56. */
export function networkOf(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip.split('.').slice(0, 3).join('.');
  const [first, second, third, fourth = 0] = ipaddr.IPv6.parse(ip).parts;
  return [first, second, third, fourth >> 8].join(':');
}
