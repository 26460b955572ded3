import type { Context } from '../../core/context.ts';
import * as channels from '../../modules/channels/repository/relay-channels.ts';
import { type RouteChannel, toRouteChannel } from '../../modules/channels/routing/route-channel.ts';
import { requestChannel } from '../../net/request-channel.ts';
import type { PendingTask, TaskPlatform, TaskUpdate } from './task-update.ts';

const ANSWER_MS = 20_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** The updates of a provider by its own task ids; `gone` when the channel no longer exists. */
export type Answer = ReadonlyMap<string, TaskUpdate> | 'gone';

/** Polls a provider. Returns undefined without a usable response. */
export async function askProvider(
  ctx: Context,
  taskPlatform: TaskPlatform,
  channelId: number,
  works: readonly PendingTask[],
): Promise<Answer | undefined> {
  const ids = [...new Set(works.map(({ name }) => name).filter(Boolean))];
  if (ids.length === 0) return new Map();
  try {
    const channel = await findChannel(ctx, channelId);
    if (!channel) return 'gone';
    const { url, headers } = taskPlatform.address(channel);
    const answer = await requestChannel(ctx.outbound, channel, url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ ids }),
      timeoutMs: ANSWER_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    return taskPlatform.read(answer.json);
  } catch (err) {
    ctx.log.warn(
      { err, channel: channelId, platform: taskPlatform.platform },
      'a provider does not tell of its tasks',
    );
    return undefined;
  }
}

async function findChannel({ db, secrets }: Context, id: number): Promise<RouteChannel | undefined> {
  const row = await channels.find(db, id);
  return row && toRouteChannel(row, secrets);
}
