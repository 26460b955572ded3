import { noUsage, type Usage } from '../../core/chat.ts';
import { quotaOf } from '../../services/pricing.ts';
import { type Bill, type CallHold, nothing, promptBill } from '../bill.ts';
import type { RelayContext } from '../context.ts';
import type { Asked } from '../dialects/dialect.ts';
import { bytesOf, overhead, survey } from '../prompt.ts';
import type { TextTally } from '../tally.ts';
import { estimateTokens } from '../tokens.ts';

interface Measured {
  usage: Partial<Usage>;
  pieces?: number | undefined;
  tally(): TextTally;
  complete: boolean;
  /** We stopped listening before the end. */
  abandoned: boolean;
}

/** More than any model reads or writes: an upstream that reports it is wrong. */
const MAX_TOKENS = 20_000_000;

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
): Promise<Bill> {
  try {
    return await measure(ctx, hold, asked, answer);
  } catch (error) {
    ctx.log.error(
      { err: error, requestId: hold.id },
      'a call could not be measured and is charged by its prompt',
    );
    return promptBill(hold);
  }
}

async function measure(ctx: RelayContext, reserved: CallHold, asked: Asked, answer: Measured): Promise<Bill> {
  const hold = delivered(reserved, answer.pieces);
  const { usage: reported, suspect } = plausible(answer.usage);
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
    output: Math.max(output ?? 0, typeof written === 'number' ? written : written.estimate),
  };
  return bill(hold, guess, counted ? 'counted' : 'estimated', suspect);
}

/** Of pictures that were asked for, those that came are paid: a vendor may draw some and fail at others. */
function delivered(hold: CallHold, pieces: number | undefined): CallHold {
  const { price, promptTokens } = hold;
  if (pieces === undefined || pieces >= promptTokens) return hold;
  const times = Number(((price.times * pieces) / promptTokens).toPrecision(12));
  return { ...hold, promptTokens: pieces, price: Object.freeze({ ...price, times }) };
}

function bill(hold: CallHold, usage: Usage, basis: Bill['basis'], suspect: boolean): Bill {
  const price = basis === 'upstream_usage' ? (hold.tokenPrice ?? hold.price) : hold.price;
  return { usage, basis, suspect, price, quota: quotaOf(price, usage) };
}

/** Shares of the prompt cannot be more than the prompt; sums that no model reaches are dropped. */
function plausible(sent: Partial<Usage>): { usage: Partial<Usage>; suspect: boolean } {
  const usage = { ...sent };
  let suspect = false;
  for (const field of ['input', 'output'] as const) {
    if ((usage[field] ?? 0) <= MAX_TOKENS) continue;
    delete usage[field];
    suspect = true;
  }
  let room = usage.input ?? 0;
  for (const field of ['cachedInput', 'cacheWrite', 'cacheWriteHour'] as const) {
    const share = Math.min(usage[field] ?? 0, room);
    suspect ||= share !== (usage[field] ?? 0);
    usage[field] = share;
    room -= share;
  }
  for (const [part, whole] of [
    ['audioInput', 'input'],
    ['audioOutput', 'output'],
  ] as const) {
    if ((usage[part] ?? 0) <= (usage[whole] ?? 0)) continue;
    usage[part] = 0;
    suspect = true;
  }
  return { usage, suspect };
}

type Count = number | { estimate: number };

async function countPrompt(
  ctx: RelayContext,
  hold: CallHold,
  { model, json, measure }: Asked,
): Promise<Count> {
  if (measure?.isEstimate) return { estimate: hold.promptTokens };
  if (hold.promptCounted) return hold.promptTokens;
  const found = survey(json);
  try {
    return (await ctx.counter.count(model, [...found.texts, ...found.names])) + overhead(found);
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
