import type { IncomingMessage } from 'node:http';

/**
 * Accepts the absolute form of a request target, `GET http://gateway/api/status`, and rewrites `request.url`
 * to the origin form, `/api/status`. RFC 9112, section 3.2.2, requires both.
 *
 * The target's authority has to match `Host`: every later check reads `Host`, and a proxy in front may have
 * used the target. Returns false for a target of another host or scheme, or with a user name.
 */
export function acceptTarget(request: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  const { url = '', headers } = request;
  if (url.startsWith('/') || url === '*') return true;
  const [, scheme, authority = '', rest = ''] = ABSOLUTE_FORM.exec(url) ?? [];
  if (!scheme || authority === '' || authority.includes('@')) return false;
  const port = DEFAULT_PORTS[scheme.toLowerCase()] as string;
  if (toHostAndPort(authority, port) !== toHostAndPort(headers.host ?? '', port)) return false;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  return true;
}

/** In lower case and with a port. */
function toHostAndPort(authority: string, defaultPort: string): string {
  const [, host, port] = /^(.*?)(?::(\d*))?$/.exec(authority) as RegExpExecArray;
  return `${host?.toLowerCase()}:${port || defaultPort}`;
}

const ABSOLUTE_FORM = /^(https?):\/\/([^/?#]*)([^#]*)$/i;
const DEFAULT_PORTS: Record<string, string> = { http: '80', https: '443' };
