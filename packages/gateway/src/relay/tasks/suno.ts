import { redact } from '../../net/redact.ts';
import * as tasks from '../../repositories/tasks.ts';
import type { RelayCaller } from '../caller.ts';
import type { RelayContext } from '../context.ts';
import { RelayError, UpstreamRefusal } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { sendJson } from '../serving.ts';
import { authenticate } from '../steps/authenticate.ts';
import { readSent } from '../steps/read-sent.ts';
import { readId, readIds, readJson, readText } from './fields.ts';
import type { TaskOrder, Verdict } from './order.ts';
import { channelOf } from './origin.ts';
import { submitTask } from './submit.ts';
import { parseSent, parseSong, type SongBody } from './suno-body.ts';

export const SUNO_TYPES: ReadonlySet<number> = new Set([36]);

/** Orders a song or a text for one. */
export async function submitSong(ctx: RelayContext, exchange: Exchange, sentAction: string): Promise<void> {
  const caller = await authenticate(ctx, exchange);
  const action = sentAction.toUpperCase();
  const body = parseSong(action, await readSent(ctx, exchange));
  const order = await toOrder(ctx, caller, action, body);
  const { reply } = await submitTask(ctx, exchange, caller, order);
  sendJson(exchange, JSON.stringify(reply));
}

/** One task of the caller. @throws {RelayError} 400 when there is none */
export async function fetchSong(ctx: RelayContext, exchange: Exchange, id: string): Promise<string> {
  const { owner } = await authenticate(ctx, exchange);
  return success(toView(await findOwn(ctx, owner.userId, id)));
}

/** Those of the caller among the ids that are asked for. */
export async function listSongs(ctx: RelayContext, exchange: Exchange): Promise<string> {
  const { owner } = await authenticate(ctx, exchange);
  const { ids } = (parseSent(await readSent(ctx, exchange)) ?? {}) as SongBody;
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
    channelTypes: SUNO_TYPES,
    channelId: origin && (await channelOf(ctx, origin.channel_id)).id,
    free: false,
    statuses: { refused: 502, poor: 403 },
    request: (channel) => ({
      url: `${channel.baseUrl}/suno/submit/${action}`,
      headers: { authorization: `Bearer ${channel.key()}` },
      body: sent,
    }),
    read: readVerdict,
    insert: (tx) =>
      tasks.insert(tx, {
        ...{ created_at: at, updated_at: at, submit_time: at },
        ...{ task_id: '', platform: 'suno', user_id: owner.userId, action, progress: '0%' },
        properties: JSON.stringify({ input: words.find(Boolean)?.slice(0, 2000) ?? '' }),
      }),
    write: (tx, id, { name: task_id }, channel_id, quota) =>
      tasks.update(tx, id, { task_id, status: 'NOT_START', channel_id, quota }),
    drop: tasks.remove,
  };
}

/** `{ code: 'success', message, data: '<task id>' }`. @throws {UpstreamRefusal} for anything else */
function readVerdict(json: Record<string, unknown>): Verdict {
  const name = readId(json.data);
  if (json.code !== 'success' || name === '') {
    const message = redact(readText(json.message, 500)) || 'no task was made';
    throw new UpstreamRefusal({ status: 500, message, code: readText(json.code, 100) });
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
