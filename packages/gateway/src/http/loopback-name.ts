import type { IncomingHttpHeaders } from 'node:http';

/**
 * True when a browser on this machine opened the page under a name that no name server can give away: `localhost`,
 * 127.0.0.0/8 or `[::1]`. A page of the Internet can make its own name lead to 127.0.0.1 (DNS rebinding), and then its
 * requests come from this machine; but `Host` and `Origin` still say its name.
 */
export function hasLoopbackName({ host, origin }: IncomingHttpHeaders): boolean {
  if (!LOOPBACK_HOST.test(host ?? '')) return false;
  return origin === undefined || LOOPBACK_HOST.test(origin.replace(/^https?:\/\//, ''));
}

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** True when something between the browser and us added a header: then the peer is a proxy, not the browser. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
}

const FORWARDING_HEADERS = [
  ...['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-forwarded-server'],
];
