import type { ServerResponse } from 'node:http';
import type { RouteChannel } from '../../modules/channels/routing/routing.ts';
import type { CallTrace } from '../../tracing/call-trace.ts';
import type { RelayContext } from '../context.ts';
import { RelayError, type UpstreamError } from '../errors.ts';
import type { CallLimits } from '../limits/call-limits.ts';
import { enterChannel } from '../limits/enter-channel.ts';
import type { CallHold } from '../metering/bill.ts';
import { mayCancel } from '../metering/countable.ts';
import { readAnswer } from '../request/parse-object.ts';
import type { CallOfModel, Prepared } from '../request/request.ts';
import type { CallAffinity } from '../routing/affinity.ts';
import { prepareFor } from '../routing/prepare-for.ts';
import { tryChannels } from '../routing/try-channels.ts';
import type { Answer } from '../streaming/answer.ts';
import { attemptOf, traceAttempt, tracePreparation } from '../tracing/trace-attempt.ts';
import { callUpstream, type UpstreamCall } from '../upstream/call-upstream.ts';
import { readLimits } from '../upstream/limit-headers.ts';
import { emptyStream, findFirstError, isError, reportOf, unreadableAnswer } from '../upstream/odd-answers.ts';
import type { UpstreamResponse } from '../upstream/upstream.ts';
import { parseUpstreamError, secretsOf } from '../upstream/upstream-errors.ts';

export interface Order extends CallOfModel {
  readonly requestId: string;
  /** The group that chooses channels. */
  readonly group: string;
  /** The channel that an administrator requested; no other is tried. */
  readonly channelId: number | undefined;
  readonly affinity?: CallAffinity | undefined;
  /** Channels that were tried for the same call at other models. */
  readonly triedIds?: readonly number[];
  /** The connection of the caller, who may leave. */
  readonly response: Pick<ServerResponse, 'destroyed' | 'once' | 'off'>;
  /** Absent: the call is free. */
  readonly held?: CallHold;
  readonly limits?: CallLimits;
  readonly trace?: CallTrace | undefined;
  /** Called when a socket is open, before the first byte. */
  onDispatch(channelId: number): void;
  /** Called with comments of a stream that has no event for long. */
  onComments?(comments: Buffer): void;
}

const JSON_TYPE = 'application/json';
const DATA = Buffer.from('data:');

/**
 * Tries channels until one begins to answer.
 *
 * @throws {RelayError | UpstreamError} the last failure, or that there is no channel.
 */
export function dispatch(ctx: RelayContext, order: Order): Promise<Answer> {
  const { requestId, group, relayRequest, channelId, affinity, triedIds } = order;
  const preference = affinity?.preference;
  const query = {
    requestId,
    group,
    model: relayRequest.model,
    channelId,
    preference,
    ...(triedIds && { triedIds }),
  };
  return tryChannels<Prepared, Answer['content']>(ctx, query, {
    prepare: (channel) =>
      order.trace
        ? tracePreparation(order.trace, order.dialect.id, () => prepareFor(ctx, channel, order))
        : prepareFor(ctx, channel, order),
    ask: (channel, prepared) =>
      order.trace
        ? traceAttempt(
            order.trace,
            attemptOf(order, channel, prepared),
            () => ask(ctx, order, channel, prepared),
            ({ kind }) => kind === 'stream',
          )
        : ask(ctx, order, channel, prepared),
    ...(order.limits && entering(ctx, order, order.limits)),
    isAnswer: ({ kind }) => kind !== 'left',
    isOver: () => order.response.destroyed,
    mayKnowMore: (refusal) => affinity?.isUnknownReference === true && isUnknown(refusal),
    keyOf: ({ target }) => target.key,
    explain: (refusal, prepared) =>
      isOurLimit(refusal, prepared) ? shortAnswer(prepared, refusal) : undefined,
  });
}

/** Only when rules for channels exist. */
function entering(ctx: RelayContext, { held, relayRequest }: Order, limits: CallLimits) {
  if (limits.rules.ofChannels.length === 0) return {};
  const { model } = relayRequest;
  return {
    enter: ({ id }: RouteChannel, { target }: Prepared) =>
      enterChannel(ctx, { limits, model, channelId: id, key: target.key, ...(held && { hold: held }) }),
  };
}

/** Whether the upstream does not know what the call refers to, or cannot decrypt it. */
function isUnknown({ status, code, message }: UpstreamError): boolean {
  const isAboutCall = status === 400 || status === 403 || status === 404;
  return (
    isAboutCall &&
    /not.?found|invalid_encrypted_content|could not be (?:verified|decrypted)/i.test(`${code} ${message}`)
  );
}

/** Whether the upstream refused the limit that the gateway added because of the balance. */
function isOurLimit(refusal: UpstreamError, { outputCap }: Prepared): boolean {
  if (outputCap === undefined || (refusal.status !== 400 && refusal.status !== 422)) return false;
  const words = wordsOf(refusal);
  return limitNames.test(words) || (!unknownField.test(words) && tooLong.test(words));
}

const limitNames = /max_?(completion_|output_)?tokens|maxOutputTokens/i;
const tooLong = /context|length|too (large|long)/i;
/** The upstream does not support a field at all, so no other value helps. */
const unknownField =
  /(un(known|recogni[sz]ed|supported|expected)|invalid) (name|parameter|field|argument|request argument|keyword)|unknown_parameter|unsupported_parameter|not (supported|permitted|allowed)|extra (fields|inputs)/i;

function wordsOf({ code, param, message }: UpstreamError): string {
  return `${code} ${param} ${message}`;
}

/** Explains what the balance covers and what the caller can do. */
function shortAnswer({ outputCap = 0 }: Prepared, cause: UpstreamError): RelayError {
  const text = unknownField.test(wordsOf(cause))
    ? 'balance_needs_length_limit'
    : 'balance_covers_short_answer';
  return new RelayError(403, 'insufficient_user_quota', { tokens: outputCap }, { cause, text });
}

async function ask(
  ctx: RelayContext,
  order: Order,
  channel: RouteChannel,
  prepared: Prepared,
): Promise<Answer['content']> {
  const { operation, target } = prepared;
  const response = await send(ctx, order, channel, prepared);
  if (response === 'left') return { kind: 'left' };
  const limits = readLimits(response.headers);
  const passed = limits && { limits };
  if (response.kind === 'stream') {
    const { stream, headers } = response;
    const bytes = stream.peek();
    const failed = findFirstError(bytes, operation);
    const isEmpty = bytes.length === 0 || (operation.transport.kind !== 'audio' && !bytes.includes(DATA));
    if (!failed && !isEmpty)
      return { kind: 'stream', stream, contentType: headers['content-type'] ?? '', ...passed };
    stream.abort();
    throw failed
      ? parseUpstreamError(failed.status, headers, failed.body, secretsOf(target.key))
      : emptyStream();
  }
  const { status, headers } = response;
  const read = readAnswer(ctx.scanner, response.body);
  const { bytes: body, json, readWhole } = read instanceof Promise ? await read : read;
  const fault = json && operation.findFault?.(json);
  if (fault) throw parseUpstreamError(fault.status, headers, { error: fault }, secretsOf(target.key));
  // Some upstreams send 200 with an error in the body, or a page of their host.
  const mayBeText = operation.transport.kind === 'any' || operation.transport.kind === 'audio';
  const sentType = headers['content-type'] ?? JSON_TYPE;
  const contentType = mayBeText ? sentType : JSON_TYPE;
  const isOtherText = mayBeText && body.length > 0 && !contentType.startsWith('text/html');
  const readable = json ?? (isOtherText ? {} : undefined);
  const isGood = status >= 200 && status < 300;
  if (isGood && readable && !isError(readable))
    return { kind: 'whole', body, json: readable, ...(readWhole && { readWhole }), contentType, ...passed };
  const secrets = secretsOf(target.key);
  if (!readable)
    throw unreadableAnswer(status, sentType, body) ?? parseUpstreamError(status, headers, json, secrets);
  const report = isGood ? reportOf(readable) : { status, body: json };
  throw parseUpstreamError(report.status, headers, report.body, secrets);
}

/** Sends the request. A plain answer is awaited, whether its caller leaves or not. */
function send(
  ctx: RelayContext,
  order: Order,
  channel: RouteChannel,
  prepared: Prepared,
): Promise<UpstreamResponse | 'left'> {
  const { onDispatch, onComments, relayRequest } = order;
  const call = {
    channelId: channel.id,
    prepared,
    silenceMs: channel.silenceMs ?? ctx.silenceMs,
    answerMs: ctx.answerMs,
    onDispatch: () => onDispatch(channel.id),
    ...(onComments && { onComments }),
  };
  return relayRequest.stream
    ? sendStream(ctx, order, channel, call)
    : callUpstream(ctx, ctx.accessTokens, call);
}

/**
 * Cancels a stream whose caller leaves before its first byte, where the upstream then stops and costs its
 * prompt.
 *
 * @throws {RelayError} when the caller left before anything was sent
 */
async function sendStream(
  ctx: RelayContext,
  { response, relayRequest, held }: Order,
  channel: RouteChannel,
  call: UpstreamCall,
): Promise<UpstreamResponse | 'left'> {
  const { prepared, onDispatch } = call;
  let isSent = false;
  let isCancelled = false;
  let cancel: ((error: Error) => void) | undefined;
  const leave = () => {
    isCancelled = held !== undefined && mayCancel({ channel, prepared, relayRequest, hold: held });
    if (isCancelled) cancel?.(new RelayError(499, 'caller_left'));
  };
  response.once('close', leave);
  const cancellable: UpstreamCall = {
    ...call,
    onDispatch: () => {
      if (isCancelled) throw new RelayError(499, 'caller_left');
      onDispatch();
      isSent = true;
    },
    onStart: (cancelRequest) => {
      cancel = cancelRequest;
      if (isCancelled) cancelRequest(new RelayError(499, 'caller_left'));
    },
  };
  try {
    return await callUpstream(ctx, ctx.accessTokens, cancellable);
  } catch (error) {
    if (isCancelled && isSent) return 'left';
    throw error;
  } finally {
    response.off('close', leave);
  }
}
