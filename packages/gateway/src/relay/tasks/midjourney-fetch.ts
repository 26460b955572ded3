import { requestChannel } from '../../net/request-channel.ts';
import * as drawings from '../../repositories/drawings.ts';
import * as pending from '../../repositories/pending-tasks.ts';
import * as channels from '../../repositories/relay-channels.ts';
import { type RouteChannel, toRouteChannel } from '../../services/route-channel.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { readRefusal, secretsOf } from '../refusals.ts';
import { authenticate } from '../steps/authenticate.ts';
import { readSent } from '../steps/read-sent.ts';
import { readId, readIds } from './fields.ts';
import { readBody } from './midjourney-body.ts';
import { toView } from './midjourney-view.ts';
import { asRefused } from './refusals.ts';

const ADMIN = 10;

/** One drawing of the caller. @throws {RelayError} 400 when there is none */
export async function fetchDrawing(ctx: RelayContext, exchange: Exchange, id: string): Promise<string> {
  return JSON.stringify(viewOf(ctx, exchange, await findOwn(ctx, exchange, id)));
}

/** Those of the caller among the ids that are asked for. */
export async function listDrawings(ctx: RelayContext, exchange: Exchange): Promise<string> {
  const { owner } = await authenticate(ctx, exchange);
  const { ids } = readBody(await readSent(ctx, exchange));
  const rows = await drawings.listOwn(ctx.db, owner.userId, readIds(ids));
  return JSON.stringify(rows.map((row) => viewOf(ctx, exchange, row)));
}

/** The seed of a drawing, as its provider knows it. @throws {RelayError} 400, also where the key of the channel cannot be read */
export async function fetchSeed(ctx: RelayContext, exchange: Exchange, id: string): Promise<string> {
  const { channel_id, mj_id } = await findOwn(ctx, exchange, id);
  const row = await channels.find(ctx.db, channel_id);
  if (!row) throw new RelayError(400, 'get_channel_info_failed');
  const channel = toRouteChannel(row, ctx.secrets);
  if (channel.status !== 1) throw new RelayError(400, 'task_channel_disable');
  const url = `${channel.baseUrl}/mj/task/${encodeURIComponent(mj_id)}/image-seed`;
  const key = keyOf(channel);
  const options = { headers: { 'mj-api-secret': key }, timeoutMs: 60_000 };
  const answer = await requestChannel(ctx.outbound, channel, url, options).catch((cause) => {
    throw new RelayError(400, 'do_request_failed', { reason: 'there was no answer' }, { cause });
  });
  if (typeof answer.json !== 'object' || answer.json === null)
    throw new RelayError(400, 'unmarshal_response_body_failed');
  if (answer.status >= 300) throw asRefused(readRefusal(answer.status, {}, answer.json, secretsOf(key)), 400);
  return JSON.stringify(answer.json);
}

/**
 * Somebody reports that a drawing got further. What is reported is not believed: the provider is asked at the next turn,
 * without the usual wait. Only the owner and administrators, whose keys are given to providers, are heard.
 */
export async function noteDrawing(ctx: RelayContext, exchange: Exchange): Promise<string> {
  const { owner } = await authenticate(ctx, exchange);
  const { id } = readBody(await readSent(ctx, exchange));
  const name = readId(id);
  const [own] = await drawings.listOwn(ctx.db, owner.userId, [name]);
  const row = own ?? (owner.role >= ADMIN ? await drawings.findByName(ctx.db, name) : undefined);
  if (!row || name === '') throw new RelayError(400, 'task_not_found', { id: name });
  await pending.hasten(ctx.db, 'mj', row.id, 0);
  return JSON.stringify({ code: 1, description: 'success', result: name });
}

async function findOwn(ctx: RelayContext, exchange: Exchange, sentId: string): Promise<drawings.DrawingRow> {
  const { owner } = await authenticate(ctx, exchange);
  const id = readId(sentId);
  const [row] = id === '' ? [] : await drawings.listOwn(ctx.db, owner.userId, [id]);
  if (!row) throw new RelayError(400, 'task_not_found', { id });
  return row;
}

function viewOf({ options: { current } }: RelayContext, { host }: Exchange, row: drawings.DrawingRow) {
  const home = (current.ServerAddress || `http://${host}`).replace(/\/+$/, '');
  return toView(row, home, current);
}

function keyOf(channel: RouteChannel): string {
  try {
    return channel.key();
  } catch (cause) {
    throw new RelayError(400, 'get_channel_info_failed', {}, { cause });
  }
}
