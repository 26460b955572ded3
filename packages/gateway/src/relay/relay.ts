import type { RelayCaller } from './access/caller.ts';
import type { DialectCall, HeldCall } from './call.ts';
import type { RelayContext } from './context.ts';
import type { Dialect, RawRequest, RelayRequest } from './dialects/dialect.ts';
import type { Exchange } from './exchange.ts';
import type { RespondingChannel } from './metering/usage-bounds.ts';
import { collectPromptText } from './prompt/prompt.ts';
import { admitLarge, readName } from './request/admit-large.ts';
import type { Prepared } from './request/request.ts';
import { playgroundCaller, takeGroup } from './routes/playground.ts';
import type { CallAffinity } from './routing/affinity.ts';
import { findCaller } from './steps/authenticate.ts';
import { authenticateSession } from './steps/authenticate-session.ts';
import { assertOffered, checkModel, groupOf } from './steps/authorize.ts';
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
  const relayRequest = await readRequest(ctx, exchange, dialect, payer);
  await runCall(ctx, { exchange, dialect, caller, relayRequest });
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
  const { relayRequest, group } = takeGroup(await readRequest(ctx, exchange, dialect, payer));
  return runCall(ctx, { exchange, dialect, caller: playgroundCaller(person, group), relayRequest });
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
  try {
    const sent = await readRawRequest(ctx, exchange);
    if (sent.scan) await admitLarge(ctx, callerOf(sent), sent);
    const parsed = dialect.parse(sent);
    return parsed instanceof Promise ? await parsed : parsed;
  } catch (error) {
    ctx.heavySenders.record(userId, headers, error);
    throw error;
  }
}

async function runCall(ctx: RelayContext, received: Omit<DialectCall, 'group'>): Promise<void> {
  const { caller, relayRequest, dialect } = received;
  const options = ctx.options.current;
  const group = groupOf(options, caller.owner);
  checkModel(caller, relayRequest.model);
  checkWords(options, relayRequest);

  const entered = ctx.limiter.enter(caller.owner.userId, options);
  const slot = entered instanceof Promise ? await entered : entered;
  const { heartbeatMs } = ctx;
  const silent = received.exchange;
  const heartbeat = startHeartbeat(silent.response, relayRequest, dialect, { options, heartbeatMs });
  const exchange = heartbeat ? { ...silent, heartbeat } : silent;
  try {
    const loaded = ctx.routing.routes();
    const routes = loaded instanceof Promise ? await loaded : loaded;
    assertOffered(routes, caller, relayRequest.model);
    const call = { exchange, caller, group, relayRequest, dialect };
    const found = ctx.affinity.find(call, routes);
    const affinity = found instanceof Promise ? await found : found;
    const hold = await reserve(ctx, call, dialect.id);
    const held = { ...call, hold };
    const ending = settle(ctx, held);
    try {
      const answer = await dispatch(ctx, orderOf(ctx, held, affinity));
      ending.markAnswered(answer);
      await answerCaller(ctx, held, answer, { ending, affinity });
    } finally {
      if (!ending.isOver) await ending.close();
    }
  } catch (error) {
    slot.giveBack();
    throw error;
  } finally {
    heartbeat?.stop();
  }
}

/** Forwards an answer, charges it, and then ends the response. */
async function answerCaller(
  ctx: RelayContext,
  held: DialectCall & HeldCall,
  answer: Answer,
  { ending, affinity }: { ending: Settlement; affinity: CallAffinity | undefined },
): Promise<void> {
  const { exchange, hold, relayRequest, dialect } = held;
  sendLimits(exchange.response, answer.content.limits);
  hold.outputCap = answer.prepared.outputCap;
  const pendingId = findPendingResponse(answer, relayRequest, dialect);
  if (pendingId !== undefined) {
    await ctx.background.follow(held, answer, pendingId);
    ending.handOver();
    return forwardPending(ctx, held, answer, pendingId);
  }
  if (answer.content.kind === 'stream') releaseRequestBytes(relayRequest, answer.prepared);
  const streamId = findStreamId(answer, relayRequest);
  const forwarded = forward(ctx, held, answer);
  const outcome = forwarded instanceof Promise ? await forwarded : forwarded;
  const responder = respondingChannelOf(answer);
  const metered = meter(ctx, { hold, relayRequest, responder }, outcome);
  const bill = metered instanceof Promise ? await metered : metered;
  const charged = outcome.sensitive ? { ...bill, sensitive: true } : bill;
  await ending.charge(charged, outcome.firstByteAt);
  const { references } = outcome;
  const saving = rememberStored(ctx, held, answer, { references, streamId });
  if (saving) await saving;
  const isCachedLong = bill.usage.cacheWriteHour > 0;
  affinity?.remember(answer, { references, isComplete: outcome.complete, isCachedLong });
  outcome.finish(bill.usage);
}

/** What is dispatched for a call whose money is held. */
function orderOf(ctx: RelayContext, call: DialectCall & HeldCall, affinity: CallAffinity | undefined): Order {
  const { exchange, caller, group, relayRequest, dialect, hold } = call;
  return {
    requestId: hold.id,
    group,
    relayRequest,
    dialect,
    held: hold,
    channelId: caller.channelId,
    affinity,
    preferredKey: affinity?.preference?.key,
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

/**
 * Releases the bytes of the request, as a stream lasts for minutes and no other channel is tried. Keeps the
 * texts, so that the prompt can be counted when the upstream does not count it.
 */
function releaseRequestBytes(relayRequest: RelayRequest, { request }: Prepared): void {
  keepTexts(relayRequest);
  relayRequest.body = EMPTY;
  relayRequest.members = [];
  if (relayRequest.file) relayRequest.file = EMPTY;
  request.body = EMPTY;
}

/**
 * Reads the texts that were cut from a large body. Media needs no reading: its length is no longer needed.
 */
function keepTexts(relayRequest: RelayRequest): void {
  if (!relayRequest.readWhole) return;
  const json =
    collectPromptText(relayRequest.json).cutTexts > 0 ? relayRequest.readWhole() : relayRequest.json;
  relayRequest.readWhole = () => json;
}

const EMPTY = Buffer.alloc(0);
