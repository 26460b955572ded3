import { admitLarge, readName } from './admit-large.ts';
import type { Answer } from './answer.ts';
import type { RelayCaller } from './caller.ts';
import type { RelayContext } from './context.ts';
import type { Asked, Dialect, Sent } from './dialects/dialect.ts';
import type { Exchange } from './exchange.ts';
import { playgroundCaller, takeGroup } from './playground.ts';
import { survey } from './prompt.ts';
import { startPulse } from './pulse.ts';
import type { Prepared } from './request.ts';
import { authenticate } from './steps/authenticate.ts';
import { authenticateSession } from './steps/authenticate-session.ts';
import { assertOffered, checkModel, groupOf } from './steps/authorize.ts';
import { checkWords } from './steps/check-words.ts';
import { dispatch } from './steps/dispatch.ts';
import { forward } from './steps/forward.ts';
import { meter } from './steps/meter.ts';
import { readSent } from './steps/read-sent.ts';
import { reserve } from './steps/reserve.ts';
import { settle } from './steps/settle.ts';
import type { Answerer } from './usage-bounds.ts';

/**
 * Carries one model call from caller to provider and back, top to bottom: who asks, what they ask, whether they may and
 * can pay, who answers, what it cost. The money is settled before the reply ends, whatever happens in between.
 *
 * @throws {RelayError | UpstreamRefusal} before the first byte of the answer; the reply is then still to be written.
 */
export async function relay(ctx: RelayContext, exchange: Exchange, dialect: Dialect): Promise<void> {
  const caller = await authenticate(ctx, exchange);
  const asked = await readAsked(ctx, exchange, dialect, caller.owner.userId, () => caller);
  return carry(ctx, exchange, dialect, caller, asked);
}

/** The same for somebody who is signed in: the session says who pays, the request which group. */
export async function relayPlayground(
  ctx: RelayContext,
  exchange: Exchange,
  dialect: Dialect,
): Promise<void> {
  const person = await authenticateSession(ctx, exchange);
  const callerOf = (sent: Sent) => playgroundCaller(person, readName(sent, 'group') ?? '');
  const { asked, group } = takeGroup(await readAsked(ctx, exchange, dialect, person.id, callerOf));
  return carry(ctx, exchange, dialect, playgroundCaller(person, group), asked);
}

/** Reads what is asked for. A large body is looked at before it is parsed. */
async function readAsked(
  ctx: RelayContext,
  exchange: Exchange,
  dialect: Dialect,
  userId: number,
  callerOf: (sent: Sent) => RelayCaller,
): Promise<Asked> {
  const { headers } = exchange.request;
  ctx.heavySenders.assertWelcome(userId, headers);
  try {
    const sent = await readSent(ctx, exchange);
    if (sent.scan) await admitLarge(ctx, callerOf(sent), sent);
    return await dialect.parse(sent);
  } catch (error) {
    ctx.heavySenders.note(userId, headers, error);
    throw error;
  }
}

async function carry(
  ctx: RelayContext,
  silent: Exchange,
  dialect: Dialect,
  caller: RelayCaller,
  asked: Asked,
): Promise<void> {
  const options = ctx.options.current;
  const group = groupOf(options, caller.owner);
  checkModel(caller, asked.model);
  checkWords(options, asked);

  const slot = await ctx.limiter.enter(caller.owner.userId, options);
  const pulse = startPulse(options, ctx.pulseMs, silent.response, asked, dialect);
  const exchange = pulse ? { ...silent, pulse } : silent;
  try {
    await assertOffered(ctx, caller, asked.model);
    const hold = await reserve(ctx, exchange, caller, group, asked, dialect.id);
    const ending = settle(ctx, exchange, caller.owner, asked, hold);
    try {
      const answer = await dispatch(ctx, {
        requestId: hold.id,
        group,
        asked,
        dialect,
        held: hold,
        channelId: caller.channelId,
        onDispatch: (channelId) => ctx.ledger.dispatch(hold.id, channelId),
      });
      ending.answered(answer);
      hold.outputCap = answer.prepared.outputCap;
      if (answer.content.kind === 'stream') letGo(asked, answer.prepared);
      const outcome = await forward(ctx, exchange, answer, hold, asked, dialect);
      const bill = await meter(ctx, hold, asked, outcome, answererOf(answer));
      await ending.charge({ ...bill, sensitive: outcome.sensitive }, outcome.firstByteAt);
      outcome.finish(bill.usage);
    } finally {
      await ending.close();
    }
  } catch (error) {
    slot.giveBack();
    throw error;
  } finally {
    pulse?.stop();
  }
}

function answererOf({ channel, prepared }: Answer): Answerer {
  return {
    type: channel.type,
    upstreamModel: prepared.upstreamModel,
    paramOverride: channel.paramOverride,
  };
}

/**
 * A stream lasts for minutes, and no other channel is asked any more: what its request looked like in bytes is let go.
 * What was read of it stays, so that a prompt can be counted that the upstream does not count.
 */
function letGo(asked: Asked, { request }: Prepared): void {
  keepTexts(asked);
  asked.body = EMPTY;
  asked.members = [];
  if (asked.file) asked.file = EMPTY;
  request.body = EMPTY;
}

/** What was cut of a large body is read now, unless it was media only, whose length nobody asks for any more. */
function keepTexts(asked: Asked): void {
  if (!asked.readWhole) return;
  const kept = survey(asked.json).cutTexts > 0 ? asked.readWhole() : asked.json;
  asked.readWhole = () => kept;
}

const EMPTY = Buffer.alloc(0);
