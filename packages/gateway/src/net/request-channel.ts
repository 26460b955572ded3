import type { Outbound, RequestOptions } from './outbound.ts';
import type { SmallAnswer } from './small-answer.ts';

/** How a channel is reached. `proxy` is an empty text or undefined without a proxy. */
export interface ChannelRoute {
  readonly proxy: string | undefined;
}

/**
 * Sends a small JSON request to the provider of a channel, through the channel's own proxy. A boundary rule
 * forbids other ways, so that no such request bypasses the proxy.
 *
 * @throws {OutboundBlockedError | Error} as `Outbound.request`; an invalid proxy is refused and never bypassed
 */
export function requestChannel(
  outbound: Pick<Outbound, 'request'>,
  { proxy }: ChannelRoute,
  url: string,
  options: Omit<RequestOptions, 'proxy'> = {},
): Promise<SmallAnswer> {
  return outbound.request('channel', url, { ...options, proxy });
}
