import type { RouteChannel } from '../../services/routing.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';

/** The channel that did earlier work, which alone can go on with it. @throws {RelayError} 400 */
export async function channelOf(ctx: RelayContext, id: number): Promise<RouteChannel> {
  const channel = (await ctx.routing.routes()).channel(id);
  if (!channel) throw new RelayError(400, 'get_channel_info_failed');
  if (channel.status !== 1) throw new RelayError(400, 'task_channel_disable');
  return channel;
}
