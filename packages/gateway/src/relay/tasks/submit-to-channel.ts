import type { ServerResponse } from 'node:http';
import { findChannelType } from '@tollgate/contract';
import { trip } from '../../modules/channels/health/channel-trip.ts';
import type { RouteChannel } from '../../modules/channels/routing/routing.ts';
import type { CallTrace } from '../../tracing/call-trace.ts';
import type { RelayContext } from '../context.ts';
import { UpstreamError } from '../errors.ts';
import type { CallLimits } from '../limits/call-limits.ts';
import { enterChannel } from '../limits/enter-channel.ts';
import { parseObject } from '../request/parse-object.ts';
import { tryChannels } from '../routing/try-channels.ts';
import { traceAttempt } from '../tracing/trace-attempt.ts';
import { sendRequest } from '../upstream/send-request.ts';
import { parseUpstreamError, secretsOf } from '../upstream/upstream-errors.ts';
import type { SubmitResult, TaskOrder } from './order.ts';

const ANSWER_MS = 60_000;

export interface ChannelSubmission {
  readonly requestId: string;
  readonly limits: CallLimits | undefined;
  /** The connection of the caller, who may leave. */
  readonly response: Pick<ServerResponse, 'destroyed'>;
  readonly trace: CallTrace | undefined;
  readonly group: string;
  readonly order: TaskOrder;
  /** The only channel to try, if set. */
  readonly channelId: number | undefined;
}

export interface SubmittedTask {
  readonly result: SubmitResult;
  readonly channelId: number;
  readonly triedIds: readonly number[];
}

/**
 * Offers an order to channels until one accepts or rejects it. Passes an order that a channel cannot accept
 * now to the next, with at most `RetryTimes` retries.
 *
 * @throws {RelayError | UpstreamError} the last failure, or that there is no channel
 */
export async function submitToChannel(ctx: RelayContext, offer: ChannelSubmission): Promise<SubmittedTask> {
  const { requestId, group, order, channelId, limits } = offer;
  const query = { requestId, group, model: order.routedAs, channelId };
  const {
    channel,
    content: answer,
    triedIds,
  } = await tryChannels<TaskRequest, SubmitResult>(ctx, query, {
    prepare: (channel) => requestFor(ctx, channel, order),
    async ask(channel, request) {
      const result = await ask(ctx, offer, channel, request);
      if (result.elsewhere?.accountGone) await takeOut(ctx, channel, result.elsewhere.reason);
      return result;
    },
    ...(limits && limits.rules.ofChannels.length > 0 && { enter: entering(ctx, offer, limits) }),
    isOver: () => offer.response.destroyed,
    findElsewhere: ({ elsewhere }) =>
      elsewhere && new UpstreamError({ status: 503, message: elsewhere.reason }),
  });
  return { result: answer, channelId: channel.id, triedIds };
}

type TaskRequest = ReturnType<TaskOrder['request']>;

/** Counts the order in the rules of the channel. It has no tokens. */
function entering(ctx: RelayContext, { requestId, order }: ChannelSubmission, limits: CallLimits) {
  const hold = { id: requestId, promptHeld: 0, length: 'none', outputTokens: 0 } as const;
  return (channel: RouteChannel) =>
    enterChannel(ctx, { limits, model: order.model, hold, channelId: channel.id, key: channel.key() });
}

async function takeOut(ctx: RelayContext, { id, autoBan }: RouteChannel, reason: string): Promise<void> {
  if (!autoBan || !ctx.options.current.AutomaticDisableChannelEnabled) return;
  await trip(ctx, id, reason).catch((err) =>
    ctx.log.error({ err, channel: id }, 'a channel stays in service'),
  );
}

/** Skips a channel of another kind, without a base URL, or whose key cannot be decrypted. */
function requestFor(ctx: RelayContext, channel: RouteChannel, order: TaskOrder): TaskRequest | undefined {
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
  { requestId, order, trace }: ChannelSubmission,
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
  const silenceMs = channel.silenceMs ?? Math.min(ctx.silenceMs, ANSWER_MS);
  const onDispatch = () => ctx.ledger.dispatch(requestId, channel.id);
  const send = () => sendRequest(ctx.outbound, request, { silenceMs, onDispatch });
  const attempt = { channel, dialectId: order.action.toLowerCase(), model: order.model, ...request };
  const response = await (trace ? traceAttempt(trace, attempt, send) : send());
  if (response.kind === 'stream') throw new Error('the request was for no stream');
  const json = parseObject(response.body);
  if (json && response.status >= 200 && response.status < 300) return order.read(json);
  const status = response.status >= 300 ? response.status : 502;
  const errorBody = { ...json, ...(typeof json?.description === 'string' && { message: json.description }) };
  throw parseUpstreamError(status, response.headers, errorBody, secretsOf(channel.key()));
}
