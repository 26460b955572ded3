import { ChannelFieldError } from '../../core/channel-field-error.ts';

/**
 * Checks the URL of a request built by an adapter. It must have the host of the channel's own base URL, and
 * no dot segment that leaves the adapter's path. So no field in the URL, such as a model name, can send the
 * key to another host or account.
 *
 * @param baseUrl the channel's own base URL or the default of its type; empty when the adapter sets the host
 * itself
 * @throws {ChannelFieldError}
 */
export function assertInsideBase(url: string, baseUrl: string): void {
  if (passed.get(baseUrl) === url) return;
  assertInside(url, baseUrl);
  if (passed.size >= MAX_PASSED) passed.clear();
  passed.set(baseUrl, url);
}

/** The last URL that passed for each base URL: a channel's calls mostly go to one. */
const passed = new Map<string, string>();
const MAX_PASSED = 1000;

function assertInside(url: string, baseUrl: string): void {
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

/** Compared as text: every parser reads equal texts as the same host. */
function authorityOf(url: string): string {
  return /^[a-z]+:\/\/([^/?#\\]*)/i.exec(url)?.[1] ?? '';
}

/** `.` and `..` as a whole segment, which URL parsers remove together with the segment before. */
const DOT_SEGMENT = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)/i;
