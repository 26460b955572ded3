import { trip } from '../../services/channel-trip.ts';
import type { RouteChannel } from '../../services/routing.ts';
import type { RelayContext } from '../context.ts';
import { RelayError, UpstreamRefusal } from '../errors.ts';
import { parseObject } from '../parse-object.ts';
import { readRefusal, secretsOf } from '../refusals.ts';
import { choose, mayRetry, note, toRefusal } from '../steps/dispatch.ts';
import { open } from '../upstream.ts';
import type { TaskOrder, Verdict } from './order.ts';

const ANSWER_MS = 60_000;

export interface Offer {
  readonly requestId: string;
  readonly group: string;
  readonly order: TaskOrder;
  /** The only channel that may be asked, when there is one. */
  readonly channelId: number | undefined;
}

export interface Taken {
  readonly verdict: Verdict;
  readonly channelId: number;
  readonly tried: readonly number[];
}

/**
 * Offers an order to one channel after the other until one says yes or no. What a channel cannot take right now goes on
 * to the next; `RetryTimes` says how often.
 *
 * @throws {RelayError | UpstreamRefusal} the last failure, or that there is no channel
 */
export async function offerTask(ctx: RelayContext, offer: Offer): Promise<Taken> {
  const { requestId, group, order, channelId } = offer;
  const routes = await ctx.routing.routes();
  const tried: number[] = [];
  const passed = new Set<number>();
  const budget = channelId === undefined ? 1 + ctx.options.current.RetryTimes : 1;
  let last: unknown;
  let taken: Taken | undefined;

  while (tried.length < budget) {
    const channel = choose(ctx, routes, { group, asked: { model: order.routedAs }, channelId }, passed);
    if (!channel || passed.has(channel.id)) break;
    passed.add(channel.id);
    const request = requestFor(ctx, channel, order);
    if (!request) continue;
    tried.push(channel.id);
    const startedAt = ctx.now();
    try {
      const verdict = await ask(ctx, offer, channel, request);
      taken = { verdict, channelId: channel.id, tried };
      if (!verdict.elsewhere) return taken;
      const { reason: message, accountGone } = verdict.elsewhere;
      if (accountGone) await takeOut(ctx, channel, message);
      note(ctx, requestId, channel, tried.length, new UpstreamRefusal({ status: 503, message }), startedAt);
    } catch (error) {
      taken = undefined;
      last = toRefusal(error, channel);
      if (!(last instanceof UpstreamRefusal)) throw last;
      note(ctx, requestId, channel, tried.length, last, startedAt);
      if (!mayRetry(last.status, channel.type)) break;
    }
  }
  if (taken) return taken;
  throw last ?? new RelayError(503, 'no_channel', { group, model: order.model });
}

async function takeOut(ctx: RelayContext, { id, autoBan }: RouteChannel, reason: string): Promise<void> {
  if (!autoBan || !ctx.options.current.AutomaticDisableChannelEnabled) return;
  await trip(ctx, id, reason).catch((err) =>
    ctx.log.error({ err, channel: id }, 'a channel stays in service'),
  );
}

/** A channel of another kind, without an address, or whose key cannot be unsealed is passed over. */
function requestFor(ctx: RelayContext, channel: RouteChannel, order: TaskOrder) {
  if (!order.channelTypes.has(channel.type) || channel.baseUrl === '') return undefined;
  try {
    return order.request(channel);
  } catch (error) {
    ctx.log.error({ err: error, channel: channel.id }, 'a channel cannot be used');
    return undefined;
  }
}

async function ask(
  ctx: RelayContext,
  { requestId, order }: Offer,
  channel: RouteChannel,
  { url, headers, body }: ReturnType<TaskOrder['request']>,
): Promise<Verdict> {
  const request = {
    url,
    body,
    stream: false,
    proxy: channel.proxy,
    headers: { 'content-type': 'application/json', 'accept-encoding': 'identity', ...headers },
  };
  const silenceMs = Math.min(ctx.silenceMs, ANSWER_MS);
  const onDispatch = () => ctx.ledger.dispatch(requestId, channel.id);
  const opened = await open(ctx.outbound, request, silenceMs, onDispatch);
  if (opened.kind === 'stream') throw new Error('nobody asked for a stream');
  const json = parseObject(opened.body);
  if (json && opened.status >= 200 && opened.status < 300) return order.read(json);
  const status = opened.status >= 300 ? opened.status : 502;
  const said = { ...json, ...(typeof json?.description === 'string' && { message: json.description }) };
  throw readRefusal(status, opened.headers, said, secretsOf(channel.key()));
}
