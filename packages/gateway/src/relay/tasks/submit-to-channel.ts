import { findChannelType } from '@tollgate/contract';
import { trip } from '../../modules/channels/health/channel-trip.ts';
import type { RouteChannel } from '../../modules/channels/routing/routing.ts';
import type { RelayContext } from '../context.ts';
import { UpstreamError } from '../errors.ts';
import { parseObject } from '../request/parse-object.ts';
import { tryChannels } from '../routing/try-channels.ts';
import { sendRequest } from '../upstream/upstream.ts';
import { parseUpstreamError, secretsOf } from '../upstream/upstream-errors.ts';
import type { SubmitResult, TaskOrder } from './order.ts';

const ANSWER_MS = 60_000;

export interface ChannelSubmission {
  readonly requestId: string;
  readonly group: string;
  readonly order: TaskOrder;
  /** The only channel to try, if set. */
  readonly channelId: number | undefined;
}

export interface Taken {
  readonly verdict: SubmitResult;
  readonly channelId: number;
  readonly tried: readonly number[];
}

/**
 * Offers an order to channels until one accepts or rejects it. Passes an order that a channel cannot accept
 * now to the next, with at most `RetryTimes` retries.
 *
 * @throws {RelayError | UpstreamError} the last failure, or that there is no channel
 */
export async function submitToChannel(ctx: RelayContext, offer: ChannelSubmission): Promise<Taken> {
  const { requestId, group, order, channelId } = offer;
  const wanted = { requestId, group, model: order.routedAs, channelId };
  const { channel, answer, tried } = await tryChannels<TaskRequest, SubmitResult>(ctx, wanted, {
    prepare: (channel) => requestFor(ctx, channel, order),
    async ask(channel, request) {
      const verdict = await ask(ctx, offer, channel, request);
      if (verdict.elsewhere?.accountGone) await takeOut(ctx, channel, verdict.elsewhere.reason);
      return verdict;
    },
    findElsewhere: ({ elsewhere }) =>
      elsewhere && new UpstreamError({ status: 503, message: elsewhere.reason }),
  });
  return { verdict: answer, channelId: channel.id, tried };
}

type TaskRequest = ReturnType<TaskOrder['request']>;

async function takeOut(ctx: RelayContext, { id, autoBan }: RouteChannel, reason: string): Promise<void> {
  if (!autoBan || !ctx.options.current.AutomaticDisableChannelEnabled) return;
  await trip(ctx, id, reason).catch((err) =>
    ctx.log.error({ err, channel: id }, 'a channel stays in service'),
  );
}

/** Skips a channel of another kind, without a base URL, or whose key cannot be decrypted. */
function requestFor(ctx: RelayContext, channel: RouteChannel, order: TaskOrder) {
  if (findChannelType(channel.type)?.serves !== order.serves || channel.baseUrl === '') return undefined;
  try {
    return order.request(channel);
  } catch (error) {
    ctx.log.error({ err: error, channel: channel.id }, 'a channel cannot be used');
    return undefined;
  }
}

async function ask(
  ctx: RelayContext,
  { requestId, order }: ChannelSubmission,
  channel: RouteChannel,
  { url, headers, body }: TaskRequest,
): Promise<SubmitResult> {
  const request = {
    url,
    body,
    stream: false,
    transport: { kind: 'json' as const },
    proxy: channel.proxy,
    headers: { 'content-type': 'application/json', 'accept-encoding': 'identity', ...headers },
  };
  const silenceMs = Math.min(ctx.silenceMs, ANSWER_MS);
  const onDispatch = () => ctx.ledger.dispatch(requestId, channel.id);
  const opened = await sendRequest(ctx.outbound, request, { silenceMs, onDispatch });
  if (opened.kind === 'stream') throw new Error('nobody asked for a stream');
  const json = parseObject(opened.body);
  if (json && opened.status >= 200 && opened.status < 300) return order.read(json);
  const status = opened.status >= 300 ? opened.status : 502;
  const said = { ...json, ...(typeof json?.description === 'string' && { message: json.description }) };
  throw parseUpstreamError(status, opened.headers, said, secretsOf(channel.key()));
}
