import { setTimeout as pause } from 'node:timers/promises';
import { type Context, transact } from '../../core/context.ts';
import * as pending from '../../repositories/pending-tasks.ts';
import { type Answer, askProvider } from './ask-provider.ts';
import { endTask } from './end.ts';
import type { News, Watched, Work } from './news.ts';
import { PollPlaces } from './poll-places.ts';
import { TaskLease } from './task-lease.ts';

type Claimed = Work & { readonly requestId: string };

/** One turn of a poller: its rows, and how it asks. */
interface Turn {
  readonly ctx: Context;
  readonly watched: Watched;
  readonly lease: TaskLease;
  readonly places: PollPlaces;
}

const MAX_ROWS = 2_000;
/** Tasks that one request asks about. */
const MAX_IDS = 500;
/** A turn that takes longer goes on in the background, and the next turn does not wait for it. */
const TURN_MS = 10_000;

/**
 * Asks the providers of one platform about work that is under way. Several processes may do so at once. Returns when all
 * providers answered, after ten seconds at the latest: silent ones keep their rows and their places until they answer or
 * time out, and are not asked again until then.
 */
export async function pollTasks(ctx: Context, watched: Watched): Promise<void> {
  const lease = new TaskLease(ctx, watched.platform);
  const turn = { ctx, watched, lease, places: placesOf(ctx, watched) };
  const ended = runTurn(turn).finally(() => lease.close());
  const timer = new AbortController();
  const isLate = await Promise.race([
    ended.then(() => false),
    pause(TURN_MS, true, { signal: timer.signal, ref: false }),
  ]).finally(() => timer.abort());
  if (isLate)
    ended.catch((err: unknown) => ctx.log.error({ err, platform: watched.platform }, 'A late turn failed'));
}

/** Per process and platform. */
const placesByProcess = new WeakMap<Context['outbound'], Map<pending.Platform, PollPlaces>>();

function placesOf({ outbound }: Context, { platform }: Watched): PollPlaces {
  const known = placesByProcess.get(outbound) ?? new Map<pending.Platform, PollPlaces>();
  placesByProcess.set(outbound, known);
  const places = known.get(platform) ?? new PollPlaces();
  known.set(platform, places);
  return places;
}

async function runTurn(turn: Turn): Promise<void> {
  const { ctx, watched, lease, places } = turn;
  const rows = await lease.claim(MAX_ROWS);
  const groups = Map.groupBy(await loadClaimed(ctx, watched, rows), ({ channelId }) => channelId);
  const isBusy = (id: number) => places.isBusy(id);
  const busy = [...groups].filter(([id]) => isBusy(id)).flatMap(([, works]) => works);
  const follows = [...groups]
    .filter(([id]) => !isBusy(id))
    .map(([id, works]) => followChannel(turn, id, works));
  await lease.release(rowIdsOf(busy));
  await Promise.all(follows);
}

/** In the order of the rows: those that wait longest come first. */
async function loadClaimed(
  ctx: Context,
  watched: Watched,
  rows: readonly pending.PendingTask[],
): Promise<Claimed[]> {
  const works = new Map<number, Work>();
  for (let start = 0; start < rows.length; start += MAX_IDS) {
    const ids = rows.slice(start, start + MAX_IDS).map(({ row_id }) => row_id);
    for (const work of await watched.load(ctx.db, ids)) works.set(work.rowId, work);
  }
  return rows.flatMap(({ row_id, request_id }) => {
    const work = works.get(row_id);
    return work ? { ...work, requestId: request_id } : [];
  });
}

/** Asks about the work of one channel, and gives its rows back. An error of one channel does not stop the others. */
async function followChannel(turn: Turn, channelId: number, works: readonly Claimed[]): Promise<void> {
  const { ctx, watched, lease, places } = turn;
  try {
    await places.run(channelId, () => askAndRecord(turn, channelId, works));
    await lease.release(rowIdsOf(works), places.pauseMs(channelId));
  } catch (err) {
    const fields = { err, channel: channelId, platform: watched.platform };
    ctx.log.error(fields, 'the tasks of a channel could not be looked after');
  }
}

/** Returns whether the provider answered. After the first request without an answer only the clock ends its work. */
async function askAndRecord(turn: Turn, channelId: number, works: readonly Claimed[]): Promise<boolean> {
  let isAnswered = true;
  for (let start = 0; start < works.length; start += MAX_IDS) {
    const chunk = works.slice(start, start + MAX_IDS);
    const news: Answer | undefined = isAnswered
      ? await askProvider(turn.ctx, turn.watched, channelId, chunk)
      : undefined;
    isAnswered = news !== undefined;
    for (const work of chunk) await judgeAndRecord(turn, work, news ?? new Map());
  }
  return isAnswered;
}

/** What goes wrong with one piece of work does not hold up the others. */
async function judgeAndRecord(turn: Turn, work: Claimed, news: Answer): Promise<void> {
  const { ctx, watched } = turn;
  const one = judge(ctx, watched, work, news);
  if (!one) return;
  await record(turn, work, one).catch((err) =>
    ctx.log.error({ err, platform: watched.platform, row: work.rowId }, 'a task could not be written down'),
  );
}

/** Writes only what this turn still holds: whoever took the row over has newer facts. */
async function record({ ctx, watched, lease }: Turn, work: Claimed, news: News): Promise<void> {
  const { holder } = lease;
  if (news.state !== 'working') {
    await endTask(ctx, watched, work, news, holder);
    return;
  }
  if (Object.keys(news.changes).length === 0) return;
  await transact(ctx, async (tx) => {
    if (await pending.lock(tx.db, watched.platform, work.rowId, holder))
      await watched.update(tx.db, work.rowId, news.changes);
  });
}

function rowIdsOf(works: readonly Work[]): number[] {
  return works.map(({ rowId }) => rowId);
}

/** The channel is gone: nobody will ever tell how its work ended. */
const orphaned = (id: number) => `获取渠道信息失败，请联系管理员，渠道ID：${id}`;
const lost = '提交未完成，上游未返回任务 ID';

function judge(
  ctx: Context,
  watched: Watched,
  { name, channelId, submittedAt }: Work,
  news: Answer,
): News | undefined {
  const failed = (reason: string): News => ({ state: 'failed', reason, changes: {} });
  if (name === '') return failed(lost);
  if (news === 'gone') return failed(orphaned(channelId));
  const one = news.get(name);
  if (one && one.state !== 'working') return one;
  return ctx.now() - submittedAt > watched.limitMs ? failed(watched.lateReason) : one;
}
