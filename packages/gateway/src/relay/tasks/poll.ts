import { setTimeout as pause } from 'node:timers/promises';
import { type Context, transact } from '../../core/context.ts';
import * as pending from '../../modules/usage/repository/pending-tasks.ts';
import { type Answer, askProvider } from './ask-provider.ts';
import { endTask } from './end.ts';
import { PollPlaces } from './poll-places.ts';
import { TaskLease } from './task-lease.ts';
import type { PendingTask, TaskPlatform, TaskUpdate } from './task-update.ts';

type Claimed = PendingTask & { readonly requestId: string };

/** One turn of a poller: its platform, lease and slots. */
interface Turn {
  readonly ctx: Context;
  readonly watched: TaskPlatform;
  readonly lease: TaskLease;
  readonly places: PollPlaces;
}

const MAX_ROWS = 2_000;
/** The most tasks of one poll request. */
const MAX_IDS = 500;
/** A longer turn continues in the background; the next turn does not wait for it. */
const TURN_MS = 10_000;

/**
 * Polls the providers of one platform for pending tasks. Several processes may do so at once. Returns when
 * all providers responded, at the latest after ten seconds. Silent ones keep their rows and slots until they
 * respond or time out, and are not polled again before.
 */
export async function pollTasks(ctx: Context, watched: TaskPlatform): Promise<void> {
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

function placesOf({ outbound }: Context, { platform }: TaskPlatform): PollPlaces {
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

/** In the order of the rows: the longest waiting come first. */
async function loadClaimed(
  ctx: Context,
  watched: TaskPlatform,
  rows: readonly pending.PendingTask[],
): Promise<Claimed[]> {
  const works = new Map<number, PendingTask>();
  for (let start = 0; start < rows.length; start += MAX_IDS) {
    const ids = rows.slice(start, start + MAX_IDS).map(({ row_id }) => row_id);
    for (const work of await watched.load(ctx.db, ids)) works.set(work.rowId, work);
  }
  return rows.flatMap(({ row_id, request_id }) => {
    const work = works.get(row_id);
    return work ? { ...work, requestId: request_id } : [];
  });
}

/** Polls the tasks of one channel and releases its rows. An error of one channel does not stop the others. */
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

/** Returns whether the provider responded. After the first failed request, tasks end only by timeout. */
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

/** An error in one task does not stop the others. */
async function judgeAndRecord(turn: Turn, work: Claimed, news: Answer): Promise<void> {
  const { ctx, watched } = turn;
  const one = judge(ctx, watched, work, news);
  if (!one) return;
  await record(turn, work, one).catch((err) =>
    ctx.log.error({ err, platform: watched.platform, row: work.rowId }, 'a task could not be written down'),
  );
}

/** Writes only rows that this turn still holds: another holder has newer facts. */
async function record({ ctx, watched, lease }: Turn, work: Claimed, news: TaskUpdate): Promise<void> {
  const { holder } = lease;
  if (news.state !== 'working') {
    await endTask(ctx, { watched, work, holder }, news);
    return;
  }
  if (Object.keys(news.changes).length === 0) return;
  await transact(ctx, async (tx) => {
    if (await pending.lock(tx.db, watched.platform, work.rowId, holder))
      await watched.update(tx.db, work.rowId, news.changes);
  });
}

function rowIdsOf(works: readonly PendingTask[]): number[] {
  return works.map(({ rowId }) => rowId);
}

/** The channel is deleted, so the result of its tasks is unknown. */
const orphaned = (id: number) => `获取渠道信息失败，请联系管理员，渠道ID：${id}`;
const lost = '提交未完成，上游未返回任务 ID';

function judge(
  ctx: Context,
  watched: TaskPlatform,
  { name, channelId, submittedAt }: PendingTask,
  news: Answer,
): TaskUpdate | undefined {
  const failed = (reason: string): TaskUpdate => ({ state: 'failed', reason, changes: {} });
  if (name === '') return failed(lost);
  if (news === 'gone') return failed(orphaned(channelId));
  const one = news.get(name);
  if (one && one.state !== 'working') return one;
  return ctx.now() - submittedAt > watched.limitMs ? failed(watched.lateReason) : one;
}
