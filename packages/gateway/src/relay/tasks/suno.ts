import * as tasks from '../../modules/usage/repository/tasks.ts';
import { redact } from '../../net/redact.ts';
import type { RelayCaller } from '../access/caller.ts';
import type { RelayContext } from '../context.ts';
import { RelayError, UpstreamError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { sendJson } from '../routes/serving.ts';
import { authenticate } from '../steps/authenticate.ts';
import { readRawRequest } from '../steps/read-raw-request.ts';
import { readId, readIds, readJson, readText } from './fields.ts';
import type { SubmitResult, TaskOrder } from './order.ts';
import { channelOf } from './origin.ts';
import { submitTask } from './submit.ts';
import { parseSent, parseSong, type SongBody } from './suno-body.ts';

/** Orders a song or lyrics. */
export async function submitSong(ctx: RelayContext, exchange: Exchange, sentAction: string): Promise<void> {
  const caller = await authenticate(ctx, exchange);
  const action = sentAction.toUpperCase();
  const body = parseSong(action, await readRawRequest(ctx, exchange));
  const order = await toOrder(ctx, caller, action, body);
  const { reply } = await submitTask(ctx, exchange, caller, order);
  sendJson(exchange, JSON.stringify(reply));
}

/** Returns one task of the caller. @throws {RelayError} 400 when there is none */
export async function fetchSong(ctx: RelayContext, exchange: Exchange, id: string): Promise<string> {
  const { owner } = await authenticate(ctx, exchange);
  return success(toView(await findOwn(ctx, owner.userId, id)));
}

/** Lists the caller's tasks among the requested ids. */
export async function listSongs(ctx: RelayContext, exchange: Exchange): Promise<string> {
  const { owner } = await authenticate(ctx, exchange);
  const { ids } = (parseSent(await readRawRequest(ctx, exchange)) ?? {}) as SongBody;
  return success((await tasks.listOwn(ctx.db, owner.userId, readIds(ids))).map(toView));
}

async function toOrder(
  ctx: RelayContext,
  { owner }: RelayCaller,
  action: string,
  body: SongBody,
): Promise<TaskOrder> {
  const model = `suno_${action.toLowerCase()}`;
  const words = ['prompt', 'gpt_description_prompt', 'title', 'tags'].map((name) =>
    readText(body[name], 100_000),
  );
  const origin = body.continue_clip_id ? await findOwn(ctx, owner.userId, body.task_id) : undefined;
  const sent = JSON.stringify(body);
  const at = Math.floor(ctx.now() / 1000);
  return {
    platform: 'suno',
    action,
    model,
    routedAs: model,
    words: words.join('\n'),
    serves: 'songs',
    channelId: origin && (await channelOf(ctx, origin.channel_id)).id,
    free: false,
    statuses: { refused: 502, poor: 403 },
    request: (channel) => ({
      url: `${channel.baseUrl}/suno/submit/${action}`,
      headers: { authorization: `Bearer ${channel.key()}` },
      body: sent,
    }),
    read: readSubmitResult,
    insert: (tx) =>
      tasks.insert(tx, {
        ...{ created_at: at, updated_at: at, submit_time: at },
        ...{ task_id: '', platform: 'suno', user_id: owner.userId, action, progress: '0%' },
        properties: JSON.stringify({ input: words.find(Boolean)?.slice(0, 2000) ?? '' }),
      }),
    write: (tx, id, { result: { name: task_id }, channelId: channel_id, quota }) =>
      tasks.update(tx, id, { task_id, status: 'NOT_START', channel_id, quota }),
    drop: tasks.remove,
  };
}

/** `{ code: 'success', message, data: '<task id>' }`. @throws {UpstreamError} for anything else */
function readSubmitResult(json: Record<string, unknown>): SubmitResult {
  const name = readId(json.data);
  if (json.code !== 'success' || name === '') {
    const message = redact(readText(json.message, 500)) || 'no task was made';
    throw new UpstreamError({ status: 500, message, code: readText(json.code, 100) });
  }
  return { accepted: true, ended: false, charged: true, name, json, reply: json };
}

async function findOwn(ctx: RelayContext, userId: number, sentId: unknown): Promise<tasks.TaskRow> {
  const id = readId(sentId);
  const [row] = id === '' ? [] : await tasks.listOwn(ctx.db, userId, [id]);
  if (!row) throw new RelayError(400, 'task_not_exist', { id });
  return row;
}

function toView(row: tasks.TaskRow) {
  const { task_id, action, status, submit_time, start_time, finish_time, progress } = row;
  const fail_reason = row.fail_reason ?? '';
  const times = { submit_time, start_time, finish_time };
  return { task_id, action, status, fail_reason, ...times, progress, data: readJson(row.data) };
}

function success(data: unknown): string {
  return JSON.stringify({ code: 'success', message: '', data });
}
