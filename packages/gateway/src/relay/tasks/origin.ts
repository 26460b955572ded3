import { ChannelStatus } from '@tollgate/contract';
import type { RouteChannel } from '../../modules/channels/routing/routing.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';

/** Returns the channel of the earlier task, which alone can continue it. @throws {RelayError} 400 */
export async function channelOf(ctx: RelayContext, id: number): Promise<RouteChannel> {
  const channel = (await ctx.routing.routes()).channel(id);
  if (!channel) throw new RelayError(400, 'get_channel_info_failed');
  if (channel.status !== ChannelStatus.enabled) throw new RelayError(400, 'task_channel_disable');
  return channel;
}
