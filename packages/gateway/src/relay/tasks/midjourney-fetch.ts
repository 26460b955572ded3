import { ChannelStatus, Role } from '@tollgate/contract';
import { reasonText } from '../../core/texts/texts.ts';
import * as channels from '../../modules/channels/repository/relay-channels.ts';
import { type RouteChannel, toRouteChannel } from '../../modules/channels/routing/route-channel.ts';
import * as drawings from '../../modules/usage/repository/drawings.ts';
import * as pending from '../../modules/usage/repository/pending-tasks.ts';
import { requestChannel } from '../../net/request-channel.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { authenticate } from '../steps/authenticate.ts';
import { readRawRequest } from '../steps/read-raw-request.ts';
import { parseUpstreamError, secretsOf } from '../upstream/upstream-errors.ts';
import { readId, readIds } from './fields.ts';
import { readBody } from './midjourney-body.ts';
import { toView } from './midjourney-view.ts';
import { asRefused } from './refusals.ts';

/** Returns one drawing of the caller. @throws {RelayError} 400 when there is none */
export async function fetchDrawing(ctx: RelayContext, exchange: Exchange, id: string): Promise<string> {
  return JSON.stringify(viewOf(ctx, exchange, await findOwn(ctx, exchange, id)));
}

/** Lists the caller's drawings among the requested ids. */
export async function listDrawings(ctx: RelayContext, exchange: Exchange): Promise<string> {
  const { owner } = await authenticate(ctx, exchange);
  const { ids } = readBody(await readRawRequest(ctx, exchange));
  const rows = await drawings.listOwn(ctx.db, owner.userId, readIds(ids));
  return JSON.stringify(rows.map((row) => viewOf(ctx, exchange, row)));
}

/**
 * Fetches the seed of a drawing from its provider. @throws {RelayError} 400, also when the channel's key
 * cannot be read
 */
export async function fetchSeed(ctx: RelayContext, exchange: Exchange, id: string): Promise<string> {
  const { channel_id, mj_id } = await findOwn(ctx, exchange, id);
  const row = await channels.find(ctx.db, channel_id);
  if (!row) throw new RelayError(400, 'get_channel_info_failed');
  const channel = toRouteChannel(row, ctx.secrets);
  if (channel.status !== ChannelStatus.enabled) throw new RelayError(400, 'task_channel_disable');
  const url = `${channel.baseUrl}/mj/task/${encodeURIComponent(mj_id)}/image-seed`;
  const key = keyOf(channel);
  const options = { headers: { 'mj-api-secret': key }, timeoutMs: 60_000 };
  const answer = await requestChannel(ctx.outbound, channel, url, options).catch((cause) => {
    throw new RelayError(400, 'do_request_failed', { reason: reasonText('no_answer') }, { cause });
  });
  if (typeof answer.json !== 'object' || answer.json === null)
    throw new RelayError(400, 'unmarshal_response_body_failed');
  if (answer.status >= 300)
    throw asRefused(parseUpstreamError(answer.status, {}, answer.json, secretsOf(key)), 400);
  return JSON.stringify(answer.json);
}

/**
 * Handles a progress report for a drawing. Ignores its content and polls the provider at the next turn,
 * without the usual wait. Accepts reports only from the owner and from administrators, whose keys providers
 * have.
 */
export async function recordDrawing(ctx: RelayContext, exchange: Exchange): Promise<string> {
  const { owner } = await authenticate(ctx, exchange);
  const { id } = readBody(await readRawRequest(ctx, exchange));
  const name = readId(id);
  const [own] = await drawings.listOwn(ctx.db, owner.userId, [name]);
  const row = own ?? (owner.role >= Role.admin ? await drawings.findByName(ctx.db, name) : undefined);
  if (!row || name === '') throw new RelayError(400, 'task_not_found', { id: name });
  await pending.pollSoon(ctx.db, 'mj', row.id, 0);
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
