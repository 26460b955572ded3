import type { IncomingMessage } from 'node:http';

/** `uri-host [ ":" port ]` of RFC 9110, section 7.2. Empty is valid when the request target has no host. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/**
 * Whether a request names exactly one host. Two `Host` lines, or an invalid one, are refused with 400 (RFC
 * 9112, section 3.2), because a proxy in front and the gateway might each use a different one. Node itself
 * refuses HTTP/1.1 without `Host`.
 */
export function hasValidHost({
  rawHeaders,
  headers,
}: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count <= 1 && (headers.host === undefined || HOST.test(headers.host));
}
