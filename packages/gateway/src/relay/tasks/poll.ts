import { setTimeout as pause } from 'node:timers/promises';
import { type Context, transact } from '../../core/context.ts';
import * as pending from '../../modules/usage/repository/pending-tasks.ts';
import { type Answer, askProvider } from './ask-provider.ts';
import { endTask } from './end.ts';
import { PollSlots } from './poll-slots.ts';
import { TaskLease } from './task-lease.ts';
import type { PendingTask, TaskPlatform, TaskUpdate } from './task-update.ts';

type Claimed = PendingTask & { readonly requestId: string };

/** One round of a poller: its platform, lease and slots. */
interface PollRound {
  readonly ctx: Context;
  readonly taskPlatform: TaskPlatform;
  readonly lease: TaskLease;
  readonly slots: PollSlots;
}

const MAX_ROWS = 2_000;
/** The most tasks of one poll request. */
const MAX_IDS = 500;
/** A longer turn continues in the background; the next turn does not wait for it. */
const ROUND_MS = 10_000;

/**
 * Polls the providers of one platform for pending tasks. Several processes may do so at once. Returns when
 * all providers responded, at the latest after ten seconds. Silent ones keep their rows and slots until they
 * respond or time out, and are not polled again before.
 */
export async function pollTasks(ctx: Context, taskPlatform: TaskPlatform): Promise<void> {
  const lease = new TaskLease(ctx, taskPlatform.platform);
  const round = { ctx, taskPlatform, lease, slots: slotsOf(ctx, taskPlatform) };
  const ended = runRound(round).finally(() => lease.close());
  const timer = new AbortController();
  const isLate = await Promise.race([
    ended.then(() => false),
    pause(ROUND_MS, true, { signal: timer.signal, ref: false }),
  ]).finally(() => timer.abort());
  if (isLate)
    ended.catch((err: unknown) =>
      ctx.log.error({ err, platform: taskPlatform.platform }, 'A late turn failed'),
    );
}

/** Per process and platform. */
const slotsByProcess = new WeakMap<Context['outbound'], Map<pending.Platform, PollSlots>>();

function slotsOf({ outbound }: Context, { platform }: TaskPlatform): PollSlots {
  const slotsByPlatform = slotsByProcess.get(outbound) ?? new Map<pending.Platform, PollSlots>();
  slotsByProcess.set(outbound, slotsByPlatform);
  const slots = slotsByPlatform.get(platform) ?? new PollSlots();
  slotsByPlatform.set(platform, slots);
  return slots;
}

async function runRound(round: PollRound): Promise<void> {
  const { ctx, taskPlatform, lease, slots } = round;
  const rows = await lease.claim(MAX_ROWS);
  const groups = Map.groupBy(await loadClaimed(ctx, taskPlatform, rows), ({ channelId }) => channelId);
  const isBusy = (id: number) => slots.isBusy(id);
  const busy = [...groups].filter(([id]) => isBusy(id)).flatMap(([, works]) => works);
  const follows = [...groups]
    .filter(([id]) => !isBusy(id))
    .map(([id, works]) => followChannel(round, id, works));
  await lease.release(rowIdsOf(busy));
  await Promise.all(follows);
}

/** In the order of the rows: the longest waiting come first. */
async function loadClaimed(
  ctx: Context,
  taskPlatform: TaskPlatform,
  rows: readonly pending.PendingTask[],
): Promise<Claimed[]> {
  const works = new Map<number, PendingTask>();
  for (let start = 0; start < rows.length; start += MAX_IDS) {
    const ids = rows.slice(start, start + MAX_IDS).map(({ row_id }) => row_id);
    for (const work of await taskPlatform.load(ctx.db, ids)) works.set(work.rowId, work);
  }
  return rows.flatMap(({ row_id, request_id }) => {
    const work = works.get(row_id);
    return work ? { ...work, requestId: request_id } : [];
  });
}

/** Polls the tasks of one channel and releases its rows. An error of one channel does not stop the others. */
async function followChannel(round: PollRound, channelId: number, works: readonly Claimed[]): Promise<void> {
  const { ctx, taskPlatform, lease, slots } = round;
  try {
    await slots.run(channelId, () => askAndRecord(round, channelId, works));
    await lease.release(rowIdsOf(works), slots.pauseMs(channelId));
  } catch (err) {
    const fields = { err, channel: channelId, platform: taskPlatform.platform };
    ctx.log.error(fields, 'the tasks of a channel could not be looked after');
  }
}

/** Returns whether the provider responded. After the first failed request, tasks end only by timeout. */
async function askAndRecord(
  round: PollRound,
  channelId: number,
  works: readonly Claimed[],
): Promise<boolean> {
  let isAnswered = true;
  for (let start = 0; start < works.length; start += MAX_IDS) {
    const chunk = works.slice(start, start + MAX_IDS);
    const answer: Answer | undefined = isAnswered
      ? await askProvider(round.ctx, round.taskPlatform, channelId, chunk)
      : undefined;
    isAnswered = answer !== undefined;
    for (const work of chunk) await judgeAndRecord(round, work, answer ?? new Map());
  }
  return isAnswered;
}

/** An error in one task does not stop the others. */
async function judgeAndRecord(round: PollRound, work: Claimed, answer: Answer): Promise<void> {
  const { ctx, taskPlatform } = round;
  const one = judge(ctx, taskPlatform, work, answer);
  if (!one) return;
  await record(round, work, one).catch((err) =>
    ctx.log.error(
      { err, platform: taskPlatform.platform, row: work.rowId },
      'a task could not be written down',
    ),
  );
}

/** Writes only rows that this round still holds: another holder has newer facts. */
async function record(
  { ctx, taskPlatform, lease }: PollRound,
  work: Claimed,
  update: TaskUpdate,
): Promise<void> {
  const { holder } = lease;
  if (update.state !== 'working') {
    await endTask(ctx, { taskPlatform, work, holder }, update);
    return;
  }
  if (Object.keys(update.changes).length === 0) return;
  await transact(ctx, async (tx) => {
    if (await pending.lock(tx.db, taskPlatform.platform, work.rowId, holder))
      await taskPlatform.update(tx.db, work.rowId, update.changes);
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
  taskPlatform: TaskPlatform,
  { name, channelId, submittedAt }: PendingTask,
  answer: Answer,
): TaskUpdate | undefined {
  const failed = (reason: string): TaskUpdate => ({ state: 'failed', reason, changes: {} });
  if (name === '') return failed(lost);
  if (answer === 'gone') return failed(orphaned(channelId));
  const one = answer.get(name);
  if (one && one.state !== 'working') return one;
  return ctx.now() - submittedAt > taskPlatform.limitMs ? failed(taskPlatform.lateReason) : one;
}
