import { noUsage, quotaOf, scalePieces, type Usage } from '@tollgate/pricing';
import { type Bill, type CallHold, nothing, promptBill } from '../bill.ts';
import type { RelayContext } from '../context.ts';
import { type Asked, wholeJson } from '../dialects/dialect.ts';
import type { Measure } from '../dialects/measure.ts';
import { bytesOf, overhead, survey } from '../prompt.ts';
import type { TextTally } from '../tally.ts';
import { estimateTokens } from '../tokens.ts';
import { type Answerer, checkUsage, showsPrompt } from '../usage-bounds.ts';

interface Measured {
  usage: Partial<Usage>;
  pieces?: number | undefined;
  tally(): TextTally;
  complete: boolean;
  /** We stopped listening before the end. */
  abandoned: boolean;
}

/**
 * What an answer used: what the upstream says, as far as it can be; else what is counted from the texts; else what
 * their length suggests. An upstream that broke off before it wrote anything costs nothing; one whose caller left and
 * that would not come to an end costs at least the prompt. Never fails: the answer is there, and is not for free.
 */
export async function meter(
  ctx: RelayContext,
  hold: CallHold,
  asked: Asked,
  answer: Measured,
  answerer?: Answerer,
): Promise<Bill> {
  try {
    const bill = await measure(ctx, hold, asked, answer, answerer);
    return await cover(ctx, hold, asked, bill, answerer);
  } catch (error) {
    ctx.log.error(
      { err: error, requestId: hold.id },
      'a call could not be measured and is charged by its prompt',
    );
    return promptBill(hold);
  }
}

async function measure(
  ctx: RelayContext,
  reserved: CallHold,
  asked: Asked,
  answer: Measured,
  answerer: Answerer | undefined,
): Promise<Bill> {
  const hold = delivered(reserved, answer.pieces);
  const { usage: reported, suspect, mostOutput } = checkUsage(answer.usage, hold, asked, answerer);
  const { input, output } = reported;
  if (answer.complete && input !== undefined && output !== undefined)
    return bill(hold, { ...noUsage, ...reported }, 'upstream_usage', suspect);
  const tally = answer.tally();
  if (!answer.complete && !answer.abandoned && tally.bytes === 0) return { ...nothing, suspect };

  const [prompt, written] = await Promise.all([
    input ?? countPrompt(ctx, hold, asked),
    output !== undefined && answer.complete ? output : countText(ctx, asked.model, tally),
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
 * A call that used more than is held for it: more is held now when the balance has it. Otherwise only what is held is
 * charged, so that no call takes a balance below its floor. A call that ran alone because its request stands for more
 * than the balance covers is charged in full.
 */
async function cover(
  ctx: RelayContext,
  hold: CallHold,
  asked: Asked,
  bill: Bill,
  answerer: Answerer | undefined,
): Promise<Bill> {
  const { usage, quota } = bill;
  if (quota <= hold.amount) return bill;
  if (asked.measure?.mostReported) return coverReport(ctx, hold, asked.measure, bill);
  if (bill.price !== hold.price) return bill;
  const isTooLong = hold.length !== 'none' && usage.output > hold.outputTokens;
  const isBounded = hold.prompt === 'whole' || (hold.prompt === 'shown' && showsPrompt(asked, answerer));
  if (!isTooLong && !isBounded) return bill;
  if (await holdMore(ctx, hold, quota)) return bill;
  const covered = { ...usage };
  if (isTooLong) covered.output = hold.outputTokens;
  if (isBounded && quotaOf(hold.price, covered) > hold.amount) {
    Object.assign(covered, noCache);
    covered.input =
      hold.prompt === 'whole' ? affordableInput(hold, covered) : await countedPrompt(ctx, hold, asked);
  }
  covered.reasoning = Math.min(usage.reasoning, covered.output);
  const charged = { usage: covered, quota: quotaOf(hold.price, covered) };
  return { ...bill, ...charged, basis: 'estimated', suspect: true };
}

/**
 * A recording or pictures that the provider reports more tokens of than are held. The report is charged when the balance
 * covers it. Otherwise the tokens that are held are charged, or the pieces where no tokens are held.
 */
async function coverReport(
  ctx: RelayContext,
  hold: CallHold,
  { held }: Measure,
  reported: Bill,
): Promise<Bill> {
  const { usage, price = hold.price, quota } = reported;
  if (await holdMore(ctx, hold, quota)) return reported;
  if (!held) return bill(hold, { ...noUsage, input: hold.promptTokens }, 'counted', true);
  const input = Math.min(usage.input, held.promptTokens);
  const covered = { ...noUsage, input, output: Math.min(usage.output, held.outputTokens) };
  return { ...reported, usage: covered, quota: quotaOf(price, covered), basis: 'estimated', suspect: true };
}

/** Whether `amount` is held now, as the balance covers it. */
async function holdMore(ctx: RelayContext, hold: CallHold, amount: number): Promise<boolean> {
  const missing = amount - hold.amount;
  const outcome = await ctx.ledger.extend(hold.id, missing, hold.amount).catch(() => 'unknown' as const);
  if (outcome === 'ok') hold.amount = amount;
  return outcome === 'ok';
}

/** The longest prompt that is paid by what is held, besides the answer. */
function affordableInput({ price, amount }: CallHold, usage: Usage): number {
  let [most, tooMuch] = [0, usage.input];
  while (tooMuch - most > 1) {
    const input = Math.floor((most + tooMuch) / 2);
    if (quotaOf(price, { ...usage, input }) <= amount) most = input;
    else tooMuch = input;
  }
  return most;
}

const noCache = { cachedInput: 0, cacheWrite: 0, cacheWriteHour: 0, audioInput: 0 };

async function countedPrompt(ctx: RelayContext, hold: CallHold, asked: Asked): Promise<number> {
  const counted = await countPrompt(ctx, hold, asked);
  return Math.min(hold.promptHeld, typeof counted === 'number' ? counted : counted.estimate);
}

/** Of pictures that were asked for, those that came are paid: a vendor may draw some and fail at others. */
function delivered(hold: CallHold, pieces: number | undefined): CallHold {
  const { price, promptTokens } = hold;
  if (pieces === undefined || pieces >= promptTokens) return hold;
  return { ...hold, promptTokens: pieces, price: scalePieces(price, pieces / promptTokens) };
}

function bill(hold: CallHold, usage: Usage, basis: Bill['basis'], suspect: boolean): Bill {
  const price = basis === 'upstream_usage' ? (hold.tokenPrice ?? hold.price) : hold.price;
  return { usage, basis, suspect, price, quota: quotaOf(price, usage) };
}

type Count = number | { estimate: number };

async function countPrompt(ctx: RelayContext, hold: CallHold, asked: Asked): Promise<Count> {
  if (asked.measure?.isEstimate) return { estimate: hold.promptTokens };
  if (hold.promptCounted) return hold.promptTokens;
  const found = survey(wholeJson(asked));
  try {
    return (await ctx.counter.count(asked.model, [...found.texts, ...found.names])) + overhead(found);
  } catch {
    return { estimate: estimateTokens(bytesOf(found)) + overhead(found) };
  }
}

async function countText(ctx: RelayContext, model: string, tally: TextTally): Promise<Count> {
  if (tally.bytes === 0) return 0;
  try {
    const tokens = await ctx.counter.count(model, [tally.text()]);
    if (tally.keptBytes === tally.bytes) return tokens;
    return { estimate: Math.ceil((tokens * tally.bytes) / tally.keptBytes) };
  } catch {
    return { estimate: estimateTokens(tally.bytes) };
  }
}
