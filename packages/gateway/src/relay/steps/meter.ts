import { setTimeout as sleep } from 'node:timers/promises';
import { noUsage, paidTools, quotaOf, scalePieces, tierRatio, type Usage } from '@tollgate/pricing';
import { ledgerLimits } from '../../core/limits.ts';
import { LedgerUnavailable } from '../../ledger/index.ts';
import type { RelayContext } from '../context.ts';
import { type RelayRequest, wholeJson } from '../dialects/dialect.ts';
import type { Measure } from '../dialects/measure.ts';
import { admittedInput, type Bill, type CallHold, NO_CHARGE, promptBill } from '../metering/bill.ts';
import type { TextTally } from '../metering/tally.ts';
import {
  type CheckedUsage,
  checkUsage,
  type RespondingChannel,
  showsPrompt,
} from '../metering/usage-bounds.ts';
import { bytesOf, collectPromptText, structuralTokens } from '../prompt/prompt.ts';
import { estimateTokens } from '../prompt/tokens.ts';

interface MeteredCall {
  readonly hold: CallHold;
  readonly relayRequest: RelayRequest;
  readonly responder?: RespondingChannel;
}

interface Measured {
  usage: Partial<Usage>;
  pieces?: number | undefined;
  tally(): TextTally;
  complete: boolean;
  /** The gateway stopped reading before the end. */
  abandoned: boolean;
}

/**
 * Determines the usage of a response: the upstream's report as far as possible, else a count of the texts,
 * else an estimate by length. An upstream that disconnected before any output costs nothing. One whose caller
 * left and that did not end costs at least the prompt. Never throws: the response exists and must be paid.
 */
export function meter(ctx: RelayContext, call: MeteredCall, answer: Measured): Bill | Promise<Bill> {
  try {
    const measured = measure(ctx, call, answer);
    // Nearly always: the upstream reported a usage that the hold covers.
    if (!(measured instanceof Promise) && measured.quota <= call.hold.amount) return measured;
    return meterSlowly(ctx, call, measured);
  } catch (error) {
    return unmeasured(ctx, call, error);
  }
}

async function meterSlowly(
  ctx: RelayContext,
  call: MeteredCall,
  measured: Bill | Promise<Bill>,
): Promise<Bill> {
  try {
    return await cover(ctx, call, await measured);
  } catch (error) {
    return unmeasured(ctx, call, error);
  }
}

function unmeasured(ctx: RelayContext, { hold }: MeteredCall, error: unknown): Bill {
  ctx.log.error(
    { err: error, requestId: hold.id },
    'a call could not be measured and is charged by its prompt',
  );
  return promptBill(hold);
}

function measure(ctx: RelayContext, call: MeteredCall, answer: Measured): Bill | Promise<Bill> {
  const { hold: reserved, relayRequest, responder } = call;
  const hold = delivered(reserved, answer.pieces);
  const checked = checkUsage(answer.usage, hold, relayRequest, responder);
  const { input, output } = checked.usage;
  if (answer.complete && input !== undefined && output !== undefined)
    return bill(hold, { ...noUsage, ...checked.usage }, 'upstream_usage', checked.suspect);
  return countMissing(ctx, { hold, relayRequest }, answer, checked);
}

/** Counts what the upstream did not report. */
async function countMissing(
  ctx: RelayContext,
  { hold, relayRequest }: MeteredCall,
  answer: Measured,
  { usage: reported, suspect, mostOutput }: CheckedUsage,
): Promise<Bill> {
  const { input, output } = reported;
  const tally = answer.tally();
  if (!answer.complete && !answer.abandoned && tally.bytes === 0) return { ...NO_CHARGE, suspect };

  const [prompt, written] = await Promise.all([
    // Endpoints that copy Claude's API report 0 until their end.
    (answer.complete ? input : input || undefined) ?? countPrompt(ctx, hold, relayRequest),
    output !== undefined && answer.complete ? output : countText(ctx, relayRequest.model, tally),
  ]);
  const counted = typeof prompt === 'number' && typeof written === 'number';
  const guess = {
    ...noUsage,
    ...reported,
    input: typeof prompt === 'number' ? prompt : prompt.estimate,
    output: Math.min(
      mostOutput,
      Math.max(output ?? 0, typeof written === 'number' ? written : written.estimate),
    ),
  };
  return bill(hold, guess, counted ? 'counted' : 'estimated', suspect);
}

/**
 * Raises the hold of a call that used more than it, when the balance allows. Otherwise charges only the hold,
 * so that no call takes a balance below its floor. Charges in full a call that ran alone because its request
 * refers to more than the balance covers.
 */
async function cover(
  ctx: RelayContext,
  { hold, relayRequest, responder }: MeteredCall,
  bill: Bill,
): Promise<Bill> {
  const { usage, quota } = bill;
  if (quota <= hold.amount) return bill;
  if (relayRequest.measure?.mostReported) return coverReport(ctx, hold, relayRequest.measure, bill);
  if (bill.price !== hold.price) return bill;
  const isTooLong = hold.length !== 'none' && usage.output > hold.outputTokens;
  const isOutside = hold.prompt !== 'open' && isOutsideOf(hold, usage);
  const isBounded =
    hold.prompt === 'whole' || (hold.prompt === 'shown' && showsPrompt(relayRequest, responder));
  if (!isTooLong && !isBounded && !isOutside) return bill;
  if (await holdMore(ctx, hold, quota)) return bill;
  const covered = isOutside ? within(hold, usage) : { ...usage };
  if (isTooLong) covered.output = hold.outputTokens;
  if (isBounded && quotaOf(hold.price, covered) > hold.amount) {
    Object.assign(covered, noShares);
    covered.input =
      hold.prompt === 'whole' ? affordableInput(hold, covered) : await countedPrompt(ctx, hold, relayRequest);
  }
  covered.reasoning = Math.min(usage.reasoning, covered.output);
  covered.audioOutput = Math.min(usage.audioOutput, covered.output);
  covered.imageOutput = Math.min(usage.imageOutput, covered.output);
  const charged = { usage: covered, quota: quotaOf(hold.price, covered) };
  return { ...bill, ...charged, basis: 'estimated', suspect: true };
}

/**
 * Covers a report of more tokens than are held, for recordings and pictures. Charges the report when the
 * balance covers it. Otherwise charges the held tokens, or the pieces when no tokens are held.
 */
async function coverReport(
  ctx: RelayContext,
  hold: CallHold,
  { held }: Measure,
  reported: Bill,
): Promise<Bill> {
  const { usage, price = hold.price, quota } = reported;
  if (await holdMore(ctx, hold, quota)) return reported;
  if (!held) return bill(hold, { ...noUsage, input: admittedInput(hold) }, 'counted', true);
  const input = Math.min(usage.input, held.promptTokens);
  const output = Math.min(usage.output, held.outputTokens);
  const images = {
    imageInput: Math.min(usage.imageInput, input),
    imageOutput: Math.min(usage.imageOutput, output),
  };
  const covered = { ...noUsage, input, output, ...images };
  return { ...reported, usage: covered, quota: quotaOf(price, covered), basis: 'estimated', suspect: true };
}

/** Whether a call used a tier, or a tool more often, than is held. */
function isOutsideOf({ kinds, price }: CallHold, usage: Usage): boolean {
  const isOtherTier = tierRatio(price, usage.tier) > 1 && !kinds.tiers?.includes(usage.tier);
  return isOtherTier || Object.values(paidTools).some((count) => usage[count] > (kinds.tools?.[count] ?? 0));
}

/** The part of the usage that is held: the standard tier, and fewer uses of tools. */
function within(hold: CallHold, usage: Usage): Usage {
  const { kinds } = hold;
  const tools = Object.values(paidTools).map((count) => [
    count,
    Math.min(usage[count], kinds.tools?.[count] ?? 0),
  ]);
  const tier = kinds.tiers?.includes(usage.tier) ? usage.tier : '';
  return { ...usage, ...Object.fromEntries(tools), tier };
}

/**
 * Raises the hold to `amount`. Returns whether the balance covers it. While the database is away this is unknown, so it
 * waits: a server that restarts takes seconds, and a report that was thrown away does not come again.
 */
async function holdMore(ctx: RelayContext, hold: CallHold, amount: number): Promise<boolean> {
  const missing = amount - hold.amount;
  const until = performance.now() + ledgerLimits.coverMs;
  for (;;) {
    try {
      const outcome = await ctx.ledger.extend(hold.id, missing, hold.amount);
      if (outcome === 'ok') hold.amount = amount;
      return outcome === 'ok';
    } catch (error) {
      if (!(error instanceof LedgerUnavailable) || performance.now() > until) return false;
      await sleep(RETRY_MS);
    }
  }
}

const RETRY_MS = 250;

/** The longest prompt that the hold covers, besides the answer. */
function affordableInput({ price, amount }: CallHold, usage: Usage): number {
  let [most, tooMuch] = [0, usage.input];
  while (tooMuch - most > 1) {
    const input = Math.floor((most + tooMuch) / 2);
    if (quotaOf(price, { ...usage, input }) <= amount) most = input;
    else tooMuch = input;
  }
  return most;
}

const noShares = { cachedInput: 0, cacheWrite: 0, cacheWriteHour: 0, audioInput: 0, imageInput: 0 };

async function countedPrompt(ctx: RelayContext, hold: CallHold, relayRequest: RelayRequest): Promise<number> {
  const counted = await countPrompt(ctx, hold, relayRequest);
  return Math.min(hold.promptHeld, typeof counted === 'number' ? counted : counted.estimate);
}

/** Charges only the delivered pictures: a vendor may draw some and fail at others. */
function delivered(hold: CallHold, pieces: number | undefined): CallHold {
  const { price, pieces: requested = 0 } = hold;
  if (pieces === undefined || pieces >= requested) return hold;
  return { ...hold, pieces, price: scalePieces(price, pieces / requested) };
}

function bill(hold: CallHold, counted: Usage, basis: Bill['basis'], suspect: boolean): Bill {
  const isTimed = hold.seconds !== undefined && counted.seconds === 0;
  const usage = isTimed ? { ...counted, seconds: hold.seconds.stated } : counted;
  const price = basis === 'upstream_usage' ? (hold.tokenPrice ?? hold.price) : hold.price;
  return { usage, basis, suspect, price, quota: quotaOf(price, usage) };
}

type Count = number | { estimate: number };

async function countPrompt(ctx: RelayContext, hold: CallHold, relayRequest: RelayRequest): Promise<Count> {
  if (relayRequest.measure?.isEstimate) return { estimate: admittedInput(hold) };
  if (hold.promptCounted) return admittedInput(hold);
  const found = collectPromptText(wholeJson(relayRequest));
  try {
    return (
      (await ctx.counter.count(relayRequest.model, [...found.texts, ...found.names])) +
      structuralTokens(found)
    );
  } catch {
    return { estimate: estimateTokens(bytesOf(found)) + structuralTokens(found) };
  }
}

async function countText(ctx: RelayContext, model: string, tally: TextTally): Promise<Count> {
  if (tally.bytes === 0) return 0;
  try {
    const tokens = await ctx.counter.count(model, [tally.text()]);
    if (tally.sampleBytes === tally.bytes) return tokens;
    return { estimate: Math.ceil((tokens * tally.bytes) / tally.sampleBytes) };
  } catch {
    return { estimate: estimateTokens(tally.bytes) };
  }
}
