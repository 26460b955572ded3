import type { IncomingHttpHeaders } from 'node:http';

/**
 * True when a browser on this machine opened the page under a name that no name server can give away: `localhost`,
 * 127.0.0.0/8 or `[::1]`. A page of the Internet can make its own name lead to 127.0.0.1 (DNS rebinding), and then its
 * requests come from this machine; but `Host` and `Origin` still say its name.
 *
 * Names below `localhost` do not count: browsers keep them on this machine, other resolvers ask a name server.
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

/** True when something between the browser and us added a header: then the peer is a proxy, not the browser. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  for (const name of FORWARDING_HEADERS) if (headers[name] !== undefined) return true;
  return false;
}

const FORWARDING_HEADERS = [
  ...['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-forwarded-server'],
];

/**
 * True when the request looks as a browser's own request to its own page does. A proxy that adds no forwarding header is
 * found by `Connection`: browsers send `keep-alive`, and the header is for one hop, so a proxy that follows RFC 9110
 * (section 7.6.1) replaces it, whatever the caller wrote. nginx and HAProxy send `close` or nothing.
 *
 * Browsers also say which page sends a request: `Origin` on every POST, `Sec-Fetch-Site` where it is absent.
 */
export function isSentByBrowser(headers: IncomingHttpHeaders): boolean {
  const { connection = '', origin } = headers;
  if (connection.toLowerCase() !== 'keep-alive') return false;
  return origin !== undefined || headers['sec-fetch-site'] === 'same-origin';
}
