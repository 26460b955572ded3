import { ChannelFieldError } from '../core/channel-field-error.ts';

/**
 * Checks the address of a request that an adapter built: it has the host of the channel's own address, and no name in
 * its path climbs out of the part that the adapter wrote. So no field that becomes part of an address, such as the name
 * of a model, can lead the key to another host or account.
 *
 * @param baseUrl the channel's own address or the default of its type; empty where the adapter names the host itself
 * @throws {ChannelFieldError}
 */
export function assertInsideBase(url: string, baseUrl: string): void {
  const isLonger = url.startsWith(baseUrl);
  // With a slash after the base address, the host ends there or earlier, in both at the same place.
  const isSameHost = isLonger && baseUrl.includes('://') && url.charCodeAt(baseUrl.length) === SLASH;
  if (!isSameHost && baseUrl !== '' && authorityOf(url) !== authorityOf(baseUrl))
    throw new ChannelFieldError('base_url', 'url');
  const added = isLonger ? url.slice(baseUrl.length) : url.slice(url.indexOf('//') + 2);
  if (MAYBE_DOT.test(added) && DOT_SEGMENT.test(added.split(/[?#]/, 1)[0] ?? ''))
    throw new ChannelFieldError('model_mapping', 'model_path');
}

const SLASH = 0x2f;
const MAYBE_DOT = /\.|%2e/i;

/** Compared as text: two texts that are equal are read as the same host by every parser. */
function authorityOf(url: string): string {
  return /^[a-z]+:\/\/([^/?#\\]*)/i.exec(url)?.[1] ?? '';
}

/** `.` and `..` as a whole segment, which URL parsers take away together with the segment in front. */
const DOT_SEGMENT = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)/i;
