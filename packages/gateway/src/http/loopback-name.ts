import type { IncomingHttpHeaders } from 'node:http';

/**
 * True when a browser on this machine opened the page under a name that DNS cannot redirect: `localhost`,
 * 127.0.0.0/8 or `[::1]`. A page of the Internet can make its own name resolve to 127.0.0.1 (DNS rebinding).
 * Its requests then come from this machine, but `Host` and `Origin` still contain its name.
 *
 * Names below `localhost` do not count: browsers keep them on this machine, other resolvers query a name
 * server.
 */
export function hasLoopbackName({ host, origin }: IncomingHttpHeaders): boolean {
  if (!isLoopbackHost(host ?? '')) return false;
  return origin === undefined || isLoopbackHost(origin.replace(/^https?:\/\//, ''));
}

function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

/** Numbers of an address are 0 to 255 without leading zeros, which some programs read as octal. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}|\[::1\])(?::\d{1,5})?$/i;

/** True when a proxy between the browser and the gateway added a header. The peer is then the proxy. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  for (const name of FORWARDING_HEADERS) if (headers[name] !== undefined) return true;
  return false;
}

const FORWARDING_HEADERS = [
  ...['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-forwarded-server'],
];

/**
 * True when the request looks like a browser's request to its own page. `Connection` reveals a proxy that
 * adds no forwarding header: browsers send `keep-alive`, and a proxy that follows RFC 9110 (section 7.6.1)
 * replaces this hop-by-hop header. nginx and HAProxy send `close` or nothing.
 *
 * Browsers also name the page that sends a request: in `Origin` on every POST, else in `Sec-Fetch-Site`.
 */
export function isSentByBrowser(headers: IncomingHttpHeaders): boolean {
  const { connection = '', origin } = headers;
  if (connection.toLowerCase() !== 'keep-alive') return false;
  return origin !== undefined || headers['sec-fetch-site'] === 'same-origin';
}
