import type { RelayCaller } from './access/caller.ts';
import type { DialectCall, HeldCall } from './call.ts';
import type { RelayContext } from './context.ts';
import type { Dialect, RawRequest, RelayRequest } from './dialects/dialect.ts';
import { RelayError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { endLimits, withinLimits } from './limits/enter-limits.ts';
import { findLimits } from './limits/find-limits.ts';
import { sendOwnLimits } from './limits/limit-headers.ts';
import { type FailedCall, withCall } from './metering/failed-call.ts';
import { recordServed } from './metering/record-served.ts';
import type { RespondingChannel } from './metering/usage-bounds.ts';
import { reserveDearest } from './money/reserve-dearest.ts';
import { admitLarge, findModel, readName } from './request/admit-large.ts';
import { releaseOthers, releaseRequestBytes } from './request/release-bytes.ts';
import { playgroundCaller, takeGroup } from './routes/playground.ts';
import type { CallAffinity } from './routing/affinity.ts';
import { callsAt, modelsFor } from './routing/fallback-models.ts';
import { tryModels } from './routing/try-models.ts';
import { findCaller } from './steps/authenticate.ts';
import { authenticateSession } from './steps/authenticate-session.ts';
import { groupOf } from './steps/authorize.ts';
import { checkWords } from './steps/check-words.ts';
import { dispatch, type Order } from './steps/dispatch.ts';
import { forward } from './steps/forward.ts';
import { meter } from './steps/meter.ts';
import { readRawRequest } from './steps/read-raw-request.ts';
import { reserve } from './steps/reserve.ts';
import { type Settlement, settle } from './steps/settle.ts';
import { forwardPending } from './stored/forward-pending.ts';
import { findPendingResponse } from './stored/pending-response.ts';
import { findStreamId, rememberStored } from './stored/remember-stored.ts';
import type { Answer } from './streaming/answer.ts';
import { forwardComments, startHeartbeat } from './streaming/heartbeat.ts';
import { describeBill, describeCall, errorTypeOf } from './tracing/trace-call.ts';
import { endForwarding, traceForwarding } from './tracing/trace-forwarding.ts';
import { sendLimits } from './upstream/limit-headers.ts';

/**
 * Runs one model call from caller to provider and back: authentication, request, authorization, reservation,
 * dispatch, metering. Settles the money before the response ends, whatever fails in between.
 *
 * @throws {RelayError | UpstreamError} before the first byte of the response; the error response is then
 * still to be sent
 */
export async function relay(ctx: RelayContext, exchange: Exchange, dialect: Dialect): Promise<void> {
  const found = findCaller(ctx, exchange);
  const caller = found instanceof Promise ? await found : found;
  const payer = { userId: caller.owner.userId, callerOf: () => caller };
  let relayRequest: RelayRequest | undefined;
  try {
    relayRequest = await readRequest(ctx, exchange, dialect, payer);
    await runCall(ctx, { exchange, dialect, caller, relayRequest });
  } catch (error) {
    throw withCall(error, factsOf(caller, relayRequest));
  }
}

/** The same for a signed-in user: the session names the payer, the request the group. */
export async function relayPlayground(
  ctx: RelayContext,
  exchange: Exchange,
  dialect: Dialect,
): Promise<void> {
  const person = await authenticateSession(ctx, exchange);
  const callerOf = (sent: RawRequest) => playgroundCaller(person, readName(sent, 'group') ?? '');
  const payer = { userId: person.id, callerOf };
  let caller = playgroundCaller(person, '');
  let relayRequest: RelayRequest | undefined;
  try {
    const taken = takeGroup(await readRequest(ctx, exchange, dialect, payer));
    caller = playgroundCaller(person, taken.group);
    relayRequest = taken.relayRequest;
    await runCall(ctx, { exchange, dialect, caller, relayRequest });
  } catch (error) {
    throw withCall(error, factsOf(caller, relayRequest));
  }
}

function factsOf({ owner }: RelayCaller, relayRequest: RelayRequest | undefined): FailedCall {
  return relayRequest ? { owner, model: relayRequest.model, isStream: relayRequest.stream } : { owner };
}

interface PayerOfRequest {
  readonly userId: number;
  callerOf(sent: RawRequest): RelayCaller;
}

/** Reads and parses the request. Checks a large body before it is parsed. */
async function readRequest(
  ctx: RelayContext,
  exchange: Exchange,
  dialect: Dialect,
  { userId, callerOf }: PayerOfRequest,
): Promise<RelayRequest> {
  const { headers } = exchange.request;
  ctx.heavySenders.assertWelcome(userId, headers);
  let sent: RawRequest | undefined;
  try {
    sent = await readRawRequest(ctx, exchange);
    if (sent.scan) await admitLarge(ctx, callerOf(sent), sent);
    const parsed = dialect.parse(sent);
    return parsed instanceof Promise ? await parsed : parsed;
  } catch (error) {
    ctx.heavySenders.record(userId, headers, error);
    throw withCall(error, { model: sent && findModel(sent) });
  }
}

async function runCall(ctx: RelayContext, received: Omit<DialectCall, 'group'>): Promise<void> {
  const { caller, relayRequest, dialect } = received;
  const options = ctx.options.current;
  const group = groupOf(options, caller.owner);
  if (received.exchange.trace) describeCall({ ...received, group });
  const models = modelsFor(options, { caller, group, relayRequest, dialect });
  checkWords(options, relayRequest);

  const limited = findLimits(ctx, caller, group, models);
  const limits = limited instanceof Promise ? await limited : limited;
  const entered = ctx.limiter.enter(caller.owner.userId, options);
  const slot = entered instanceof Promise ? await entered : entered;
  const { heartbeatMs } = ctx;
  const silent = received.exchange;
  const heartbeat = startHeartbeat(silent.response, relayRequest, dialect, { options, heartbeatMs });
  const exchange = heartbeat ? { ...silent, heartbeat } : silent;
  try {
    const loaded = ctx.routing.routes();
    const routes = loaded instanceof Promise ? await loaded : loaded;
    const call = { exchange, caller, group, relayRequest, dialect, limits };
    const calls = callsAt(routes, call, models);
    const found = ctx.affinity.find(calls[0], routes);
    const affinity = found instanceof Promise ? await found : found;
    if (exchange.response.destroyed) throw new RelayError(499, 'caller_left');
    const held = limits
      ? await withinLimits(ctx, limits, call, () => holdMoney(ctx, calls))
      : await holdMoney(ctx, calls);
    await runHeld(ctx, relayRequest, held, affinity);
  } catch (error) {
    slot.giveBack();
    throw error;
  } finally {
    heartbeat?.stop();
    if (limits) endLimits(ctx, limits, exchange.response);
  }
}

async function holdMoney(
  ctx: RelayContext,
  calls: readonly [DialectCall, ...DialectCall[]],
): Promise<HeldCalls> {
  const [first] = calls;
  const span = first.exchange.trace?.start('ledger reserve');
  try {
    const held: HeldCalls =
      calls.length > 1
        ? await reserveDearest(ctx, calls)
        : [{ ...first, hold: await reserve(ctx, first, first.dialect.id) }];
    span?.set('tollgate.held', held[0].hold.amount);
    return held;
  } catch (error) {
    span?.fail(errorTypeOf(error));
    throw error;
  } finally {
    span?.end();
  }
}

type HeldDialectCall = DialectCall & HeldCall;
/** One call at each model that may serve it. */
type HeldCalls = readonly [HeldDialectCall, ...HeldDialectCall[]];

/** Sends a call whose money is held, forwards the answer and settles. */
async function runHeld(
  ctx: RelayContext,
  received: RelayRequest,
  calls: HeldCalls,
  firstAffinity: CallAffinity | undefined,
): Promise<void> {
  const [first] = calls;
  const isList = calls.length > 1 || received.models !== undefined;
  const ending = settle(ctx, first);
  try {
    const { call, answer } = isList
      ? await tryModels(calls, received.model, (each, triedIds) => {
          const affinity = each.hold === first.hold ? firstAffinity : undefined;
          return dispatch(ctx, { ...orderOf(ctx, each, affinity), triedIds });
        })
      : { call: first, answer: await dispatch(ctx, orderOf(ctx, first, firstAffinity)) };
    ending.markAnswered(answer, isList ? { ...call, requestedModel: received.model } : call);
    if (isList) nameModel(call.exchange, call.relayRequest.model);
    if (isList && answer.content.kind === 'stream')
      releaseOthers([received, ...calls.map((each) => each.relayRequest)], call.relayRequest);
    const affinity = call.hold === first.hold ? firstAffinity : undefined;
    await answerCaller(ctx, call, answer, { ending, affinity });
  } catch (error) {
    throw withCall(error, { isCharged: ending.isAnswered });
  } finally {
    if (!ending.isOver) {
      const span = first.exchange.trace?.start(ending.isAnswered ? 'ledger settle' : 'ledger void');
      await ending.close();
      span?.end();
    }
  }
}

/** Forwards an answer, charges it, and then ends the response. */
async function answerCaller(
  ctx: RelayContext,
  held: HeldDialectCall,
  answer: Answer,
  { ending, affinity }: { ending: Settlement; affinity: CallAffinity | undefined },
): Promise<void> {
  const { exchange, hold, relayRequest, dialect } = held;
  const { limits } = answer.content;
  if (held.limits) sendOwnLimits(exchange.response, held.limits, ctx.now(), limits);
  else sendLimits(exchange.response, limits);
  hold.outputCap = answer.prepared.outputCap;
  const pendingId = findPendingResponse(answer, relayRequest, dialect);
  if (pendingId !== undefined) {
    await ctx.background.follow(held, answer, pendingId);
    ending.handOver();
    exchange.trace?.answering?.end();
    return forwardPending(ctx, held, answer, pendingId);
  }
  if (answer.content.kind === 'stream') releaseRequestBytes(relayRequest, answer.prepared);
  const streamId = findStreamId(answer, relayRequest);
  const { trace } = exchange;
  const forwarding = trace && traceForwarding(trace, dialect, answer);
  const forwarded = forward(ctx, held, answer);
  const outcome = forwarded instanceof Promise ? await forwarded : forwarded;
  if (trace) endForwarding(trace, forwarding, { ...outcome, hasCallerLeft: exchange.response.destroyed });
  const responder = respondingChannelOf(answer);
  const metered = meter(ctx, { hold, relayRequest, responder }, outcome);
  const bill = metered instanceof Promise ? await metered : metered;
  const settling = trace?.start('ledger settle');
  await ending.charge(outcome.sensitive ? { ...bill, sensitive: true } : bill, outcome);
  settling?.end();
  if (trace) describeBill(exchange, answer, bill, outcome.firstByteAt);
  recordServed(ctx, answer, outcome, bill.usage.output);
  const { references, items } = outcome;
  const saving = rememberStored(ctx, held, answer, { references, items, streamId });
  if (saving) await saving;
  const isCachedLong = bill.usage.cacheWriteHour > 0;
  affinity?.remember(answer, { references, isComplete: outcome.complete, isCachedLong });
  outcome.finish(bill.usage);
}

/** What is dispatched for a call whose money is held. */
function orderOf(ctx: RelayContext, call: HeldDialectCall, affinity: CallAffinity | undefined): Order {
  const { exchange, caller, group, relayRequest, dialect, hold } = call;
  return {
    requestId: hold.id,
    group,
    relayRequest,
    dialect,
    held: hold,
    channelId: caller.channelId,
    response: exchange.response,
    affinity,
    preferredKey: affinity?.preference?.key,
    ...(call.limits && { limits: call.limits }),
    trace: exchange.trace,
    onDispatch: (channelId) => ctx.ledger.dispatch(hold.id, channelId),
    ...(relayRequest.stream && { onComments: (comments) => forwardComments(exchange, call, comments) }),
  };
}

function respondingChannelOf({ channel, prepared }: Answer): RespondingChannel {
  return {
    type: channel.type,
    upstreamModel: prepared.upstreamModel,
    paramOverride: channel.paramOverride,
  };
}

/** Says which model of a list serves. A stream may have begun with comments. */
function nameModel({ response }: Exchange, model: string): void {
  if (!response.headersSent) response.setHeader('x-tollgate-model', model.replace(/[^\x20-\x7e]/g, '?'));
}
