import type { Outbound, RequestOptions } from './outbound.ts';
import type { SmallAnswer } from './small-answer.ts';

/** How a channel is reached. `proxy` is an empty text or undefined where it has none. */
export interface ChannelRoute {
  readonly proxy: string | undefined;
}

/**
 * Sends a small JSON request to the provider of a channel, through the channel's own proxy. Every such request goes
 * through here, so that none leaves past the proxy: a boundary rule forbids other ways.
 *
 * @throws {Blocked | Error} as `Outbound.request`; a proxy that cannot be read is refused, never left out
 */
export function requestChannel(
  outbound: Pick<Outbound, 'request'>,
  { proxy }: ChannelRoute,
  url: string,
  options: Omit<RequestOptions, 'proxy'> = {},
): Promise<SmallAnswer> {
  return outbound.request('channel', url, { ...options, proxy });
}
