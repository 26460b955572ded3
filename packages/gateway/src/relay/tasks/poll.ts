import { randomText } from '../../auth/random.ts';
import type { Context } from '../../core/context.ts';
import { requestChannel } from '../../net/request-channel.ts';
import * as pending from '../../repositories/pending-tasks.ts';
import * as channels from '../../repositories/relay-channels.ts';
import { type RouteChannel, toRouteChannel } from '../../services/route-channel.ts';
import { endTask } from './end.ts';
import type { News, Watched, Work } from './news.ts';

type Claimed = Work & { readonly requestId: string };

const AT_ONCE = 8;
const MAX_ROWS = 500;
const ANSWER_MS = 20_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Longer than a turn takes with every provider silent; the rows of a process that died are free again then. */
const LEASE_MS = 300_000;

/** Asks the providers of one platform about work that is under way. Several processes may do so at once. */
export async function pollTasks(ctx: Context, watched: Watched): Promise<void> {
  const holder = randomText(24);
  const now = ctx.now();
  const turn = { holder, now, until: now + LEASE_MS, limit: MAX_ROWS };
  const rows = await pending.claim(ctx.db, watched.platform, turn);
  if (rows.length === 0) return;
  try {
    const calls = new Map(rows.map(({ row_id, request_id }) => [row_id, request_id]));
    const works = await watched.load(ctx.db, [...calls.keys()]);
    const claimed = works.map((work) => ({ ...work, requestId: calls.get(work.rowId) ?? '' }));
    const groups = [...Map.groupBy(claimed, ({ channelId }) => channelId)];
    for (let at = 0; at < groups.length; at += AT_ONCE)
      await Promise.all(groups.slice(at, at + AT_ONCE).map(([id, group]) => follow(ctx, watched, id, group)));
  } finally {
    await pending.release(ctx.db, holder, ctx.now());
  }
}

/** The work of one channel. What goes wrong with one piece does not hold up the others. */
async function follow(ctx: Context, watched: Watched, channelId: number, works: Claimed[]): Promise<void> {
  const news = await ask(ctx, watched, channelId, works);
  for (const work of works) {
    const one = judge(ctx, watched, work, news);
    if (!one) continue;
    await record(ctx, watched, work, one).catch((err) =>
      ctx.log.error({ err, platform: watched.platform, row: work.rowId }, 'a task could not be written down'),
    );
  }
}

function record(ctx: Context, watched: Watched, work: Claimed, news: News): Promise<unknown> {
  if (news.state !== 'working') return endTask(ctx, watched, work, news);
  return watched.update(ctx.db, work.rowId, news.changes);
}

/** The channel is gone: nobody will ever tell how its work ended. */
const orphaned = (id: number) => `获取渠道信息失败，请联系管理员，渠道ID：${id}`;
const lost = '提交未完成，上游未返回任务 ID';

function judge(
  ctx: Context,
  watched: Watched,
  { name, channelId, submittedAt }: Work,
  news: ReadonlyMap<string, News> | 'gone',
): News | undefined {
  const failed = (reason: string): News => ({ state: 'failed', reason, changes: {} });
  if (name === '') return failed(lost);
  if (news === 'gone') return failed(orphaned(channelId));
  const one = news.get(name);
  if (one && one.state !== 'working') return one;
  return ctx.now() - submittedAt > watched.limitMs ? failed(watched.lateReason) : one;
}

/** A provider that does not answer is asked again at the next turn. */
async function ask(
  ctx: Context,
  watched: Watched,
  channelId: number,
  works: readonly Work[],
): Promise<ReadonlyMap<string, News> | 'gone'> {
  const ids = [...new Set(works.map(({ name }) => name).filter(Boolean))];
  if (ids.length === 0) return new Map();
  try {
    const channel = await findChannel(ctx, channelId);
    if (!channel) return 'gone';
    const { url, headers } = watched.address(channel);
    const answer = await requestChannel(ctx.outbound, channel, url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ ids }),
      timeoutMs: ANSWER_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    return watched.read(answer.json);
  } catch (err) {
    ctx.log.warn(
      { err, channel: channelId, platform: watched.platform },
      'a provider does not tell of its tasks',
    );
    return new Map();
  }
}

async function findChannel({ db, secrets }: Context, id: number): Promise<RouteChannel | undefined> {
  const row = await channels.find(db, id);
  return row && toRouteChannel(row, secrets);
}
