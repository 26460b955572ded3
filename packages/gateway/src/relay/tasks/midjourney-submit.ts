import * as drawings from '../../modules/usage/repository/drawings.ts';
import type { RelayCaller } from '../access/caller.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { sendJson } from '../routes/serving.ts';
import { authenticate } from '../steps/authenticate.ts';
import { groupOf } from '../steps/authorize.ts';
import { readRawRequest } from '../steps/read-raw-request.ts';
import { readId, readText } from './fields.ts';
import { type MidjourneyAsk, type MidjourneyBody, modelOf, readAsk } from './midjourney-actions.ts';
import { isFree, readSubmitResult, toColumns } from './midjourney-answer.ts';
import { readBody, toSend } from './midjourney-body.ts';
import type { TaskOrder } from './order.ts';
import { channelOf } from './origin.ts';
import { submitTask } from './submit.ts';

/** A path below `/mj/`, with the mode before it: `fast`, `relax`, `mj-turbo`, or none. */
export interface MidjourneyAddress {
  readonly mode: string;
  /** `submit/imagine`. */
  readonly task: string;
}

/** Orders a drawing, or a change of one. */
export async function submitDrawing(ctx: RelayContext, exchange: Exchange, address: MidjourneyAddress) {
  const caller = await authenticate(ctx, exchange);
  const body = readBody(await readRawRequest(ctx, exchange));
  const ask = readAsk(address.task, body);
  const origin = ask.taskId === '' ? undefined : await findOrigin(ctx, caller, ask);
  const order = await toOrder(ctx, caller, { address, body, ask, origin });
  const { reply } = await submitTask(ctx, exchange, caller, order);
  sendJson(exchange, JSON.stringify(reply));
}

/** Returns the path behind a channel's base URL, without modes of this gateway. */
export function pathOf({ mode, task }: MidjourneyAddress): string {
  return mode === '' || mode.startsWith('mj-') ? `/mj/${task}` : `/${mode}/mj/${task}`;
}

/** @throws {RelayError} 400 when it is not the caller's, or not ready to be changed */
async function findOrigin(
  ctx: RelayContext,
  { owner }: RelayCaller,
  { taskId, action }: MidjourneyAsk,
): Promise<drawings.DrawingRow> {
  const id = readId(taskId);
  const [row] = await drawings.listOwn(ctx.db, owner.userId, [id]);
  if (!row) throw new RelayError(400, 'task_not_found', { id });
  const must = ctx.options.current.MjActionCheckSuccessEnabled && action !== 'MODAL';
  if (must && row.status !== 'SUCCESS') throw new RelayError(400, 'task_status_not_success', { id });
  return row;
}

interface DrawingRequest {
  readonly address: MidjourneyAddress;
  readonly body: MidjourneyBody;
  readonly ask: MidjourneyAsk;
  /** The drawing to change. */
  readonly origin: drawings.DrawingRow | undefined;
}

async function toOrder(
  ctx: RelayContext,
  { owner }: RelayCaller,
  { address, body, ask: { action }, origin }: DrawingRequest,
): Promise<TaskOrder> {
  const prompt = origin?.prompt ?? readText(body.prompt, 100_000);
  const sent = JSON.stringify(toSend(body, ctx.options.current));
  const state = readText(body.state, 191);
  return {
    platform: 'mj',
    action,
    model: modelOf(action),
    routedAs: await routedName(ctx, owner, action),
    words: readText(body.prompt, 100_000),
    serves: 'drawings',
    channelId: origin && (await channelOf(ctx, origin.channel_id)).id,
    free: isFree(action),
    statuses: { refused: 400, poor: 400 },
    request: (channel) => ({
      url: channel.baseUrl + pathOf(address),
      headers: { 'mj-api-secret': channel.key() },
      body: sent,
    }),
    read: (json) => readSubmitResult(action, json),
    insert: (tx) =>
      drawings.insert(tx, {
        user_id: owner.userId,
        action,
        prompt,
        state,
        submit_time: ctx.now(),
        progress: '0%',
      }),
    write: (tx, id, { result, channelId: channel_id, quota }) =>
      drawings.update(tx, id, { ...toColumns(action, result, ctx.now()), channel_id, quota }),
    drop: drawings.remove,
  };
}

/** Channels created from the default list have a second name for uploads. */
async function routedName(ctx: RelayContext, owner: RelayCaller['owner'], action: string): Promise<string> {
  const model = modelOf(action);
  if (action !== 'UPLOAD') return model;
  const routes = await ctx.routing.routes();
  const group = groupOf(ctx.options.current, owner);
  const isOffered = (name: string) => routes.tiers(group, name).length > 0;
  return !isOffered(model) && isOffered('mj_uploads') ? 'mj_uploads' : model;
}
