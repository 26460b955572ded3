import type { RelayCaller } from './access/caller.ts';
import type { DialectCall, HeldCall } from './call.ts';
import type { RelayContext } from './context.ts';
import type { Dialect, RawRequest, RelayRequest } from './dialects/dialect.ts';
import { RelayError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { withCall } from './metering/failed-call.ts';
import type { RespondingChannel } from './metering/usage-bounds.ts';
import { collectPromptText } from './prompt/prompt.ts';
import { admitLarge, readName } from './request/admit-large.ts';
import type { Prepared } from './request/request.ts';
import { playgroundCaller, takeGroup } from './routes/playground.ts';
import type { CallAffinity } from './routing/affinity.ts';
import { authenticate } from './steps/authenticate.ts';
import { authenticateSession } from './steps/authenticate-session.ts';
import { assertOffered, checkModel, groupOf } from './steps/authorize.ts';
import { checkWords } from './steps/check-words.ts';
import { dispatch } from './steps/dispatch.ts';
import { forward } from './steps/forward.ts';
import { meter } from './steps/meter.ts';
import { readRawRequest } from './steps/read-raw-request.ts';
import { reserve } from './steps/reserve.ts';
import { settle } from './steps/settle.ts';
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
  const caller = await authenticate(ctx, exchange);
  const payer = { userId: caller.owner.userId, callerOf: () => caller };
  try {
    const relayRequest = await readRequest(ctx, exchange, dialect, payer);
    return await runCall(ctx, { exchange, dialect, caller, relayRequest });
  } catch (error) {
    throw withCall(error, { owner: caller.owner });
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
  try {
    const { relayRequest, group } = takeGroup(await readRequest(ctx, exchange, dialect, payer));
    caller = playgroundCaller(person, group);
    return await runCall(ctx, { exchange, dialect, caller, relayRequest });
  } catch (error) {
    throw withCall(error, { owner: caller.owner });
  }
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
    return await dialect.parse(sent);
  } catch (error) {
    ctx.heavySenders.record(userId, headers, error);
    throw withCall(error, { ...(sent?.scan && { model: readName(sent, 'model') }) });
  }
}

async function runCall(ctx: RelayContext, received: Omit<DialectCall, 'group'>): Promise<void> {
  const { model, stream: isStream } = received.relayRequest;
  try {
    await serveCall(ctx, received);
  } catch (error) {
    throw withCall(error, { model, isStream });
  }
}

async function serveCall(ctx: RelayContext, received: Omit<DialectCall, 'group'>): Promise<void> {
  const { caller, relayRequest, dialect } = received;
  const options = ctx.options.current;
  const group = groupOf(options, caller.owner);
  checkModel(caller, relayRequest.model);
  checkWords(options, relayRequest);

  const slot = await ctx.limiter.enter(caller.owner.userId, options);
  const { heartbeatMs } = ctx;
  const silent = received.exchange;
  const heartbeat = startHeartbeat(silent.response, relayRequest, dialect, { options, heartbeatMs });
  const exchange = heartbeat ? { ...silent, heartbeat } : silent;
  try {
    const routes = await ctx.routing.routes();
    assertOffered(routes, caller, relayRequest.model);
    const call = { exchange, caller, group, relayRequest, dialect };
    const found = ctx.affinity.find(call, routes);
    const affinity = found instanceof Promise ? await found : found;
    if (exchange.response.destroyed) throw new RelayError(499, 'caller_left');
    const hold = await reserve(ctx, call, dialect.id);
    await runHeld(ctx, { ...call, hold }, affinity);
  } catch (error) {
    slot.giveBack();
    throw error;
  } finally {
    heartbeat?.stop();
  }
}

/** Sends a call whose money is held, forwards the answer and settles. */
async function runHeld(
  ctx: RelayContext,
  held: DialectCall & HeldCall,
  affinity: CallAffinity | undefined,
): Promise<void> {
  const { exchange, caller, group, relayRequest, dialect, hold } = held;
  const ending = settle(ctx, held);
  try {
    const answer = await dispatch(ctx, {
      requestId: hold.id,
      group,
      relayRequest,
      dialect,
      held: hold,
      channelId: caller.channelId,
      response: exchange.response,
      affinity,
      preferredKey: affinity?.preference?.key,
      onDispatch: (channelId) => ctx.ledger.dispatch(hold.id, channelId),
      ...(relayRequest.stream && { onComments: (comments) => forwardComments(exchange, held, comments) }),
    });
    ending.markAnswered(answer);
    sendLimits(exchange.response, answer.content.limits);
    hold.outputCap = answer.prepared.outputCap;
    if (answer.content.kind === 'stream') releaseRequestBytes(relayRequest, answer.prepared);
    const outcome = await forward(ctx, held, answer);
    const responder = respondingChannelOf(answer);
    const bill = await meter(ctx, { hold, relayRequest, responder }, outcome);
    await ending.charge({ ...bill, sensitive: outcome.sensitive }, outcome);
    affinity?.remember(answer, {
      references: outcome.references,
      isComplete: outcome.complete,
      isCachedLong: bill.usage.cacheWriteHour > 0,
    });
    outcome.finish(bill.usage);
  } catch (error) {
    throw withCall(error, { isCharged: ending.isAnswered });
  } finally {
    await ending.close();
  }
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
