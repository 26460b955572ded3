import { type Price, toPiecePrice } from '@tollgate/pricing';
import { findPrice } from '../../services/find-price.ts';
import { outputLimitOf } from '../../services/output-limits.ts';
import { lengthOf } from '../answer-length.ts';
import type { CallHold, PromptSource } from '../bill.ts';
import type { RelayCaller } from '../caller.ts';
import type { RelayContext } from '../context.ts';
import { type Asked, wholeJson } from '../dialects/dialect.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { moneyRefusal } from '../money-refusal.ts';
import { mostPromptOf, overhead, promptBound, survey } from '../prompt.ts';
import { type PromptSources, sourcesOf } from '../prompt-sources.ts';
import type { DialectId } from '../providers/provider.ts';
import { mayReadMore } from '../reading-channels.ts';
import { shownName } from '../shown-name.ts';
import { type Draft, takeMoney, waitForMoney } from '../take-money.ts';
import { countedBound } from '../usage-bounds.ts';
import { affordableOutput, worstOf, worstReport } from '../worst-case.ts';

/**
 * Sets the worst case of the call aside: as many prompt tokens as its bytes allow, and the longest answer that the
 * caller or the model allows. A caller who set no limit gets a shorter answer when the balance does not cover the
 * longest one. Only when the balance does not cover all of it, the prompt is counted. A call that is refused only for
 * what other calls hold waits for them.
 *
 * @throws {RelayError} 500 for a model without a price, 401 or 403 when the money does not suffice, 503
 */
export async function reserve(
  ctx: RelayContext,
  exchange: Exchange,
  caller: RelayCaller,
  group: string,
  asked: Asked,
  dialect: DialectId,
): Promise<CallHold> {
  const options = ctx.options.current;
  const acceptUnset = options.SelfUseModeEnabled || caller.owner.acceptsUnset;
  const price = findPrice(options, asked.model, group, acceptUnset);
  if (!price) throw new RelayError(500, 'model_price_error', { model: shownName(asked.model) });

  const known = asked.measure?.promptTokens;
  const sources = known === undefined ? await findSources(ctx, caller, group, asked) : COUNTED;
  const bound = known ?? promptBound(asked, sources);
  const draftFor = (promptTokens: number, shown: number, isCounted: boolean): Drafts => {
    const toHold = (promptHeld: number, prompt: PromptSource) =>
      toDraft(ctx, exchange, price, group, asked, dialect, { promptTokens, promptHeld, isCounted, prompt });
    if (!sources.isHidden && sources.pictures === 0) return { whole: toHold(shown, 'shown') };
    const open = toHold(shown, 'open');
    const whole = toHold(mostPromptOf(asked, sources, shown), 'whole');
    return { whole: { ...whole, leastAlone: open.least }, open };
  };

  const first = draftFor(bound, bound, known !== undefined);
  const { outcome, amount } = await takeMoney(ctx, exchange, caller, asked, first.whole, true);
  if (outcome === 'ok' && amount === first.whole.hold.amount) return first.whole.hold;

  const counted = known ?? Math.min(bound, await countPrompt(ctx, asked).catch(() => bound));
  const held = known ?? Math.min(bound, countedBound(asked, counted));
  const second = draftFor(counted, held, true);
  if (outcome === 'ok') return holdOf(second, amount, asked.model);

  const again = await waitForMoney(ctx, exchange, caller, asked, second.whole);
  if (again.outcome !== 'ok') {
    const { hold, least } = second.open ?? second.whole;
    const besideOthers = second.open && { leastBesideOthers: second.whole.least };
    const unpaid = { asked, dialect, hold, least, ...besideOthers };
    throw await moneyRefusal(ctx, exchange, caller, again.outcome, unpaid);
  }
  return holdOf(second, again.amount, asked.model);
}

/** Nothing but what was counted is read. */
const COUNTED: PromptSources = { hasMedia: false, pictures: 0, isHidden: false };

async function findSources(
  { routing }: RelayContext,
  { channelId }: RelayCaller,
  group: string,
  asked: Asked,
): Promise<PromptSources> {
  const sources = sourcesOf(asked);
  if (sources.isHidden || !mayReadMore(await routing.routes(), group, asked.model, channelId)) return sources;
  return { ...sources, isHidden: true };
}

interface Drafts {
  /** Covers all that the call can cost. */
  readonly whole: Draft;
  /** Covers what the request shows, when it stands for more. */
  readonly open?: Draft;
}

interface Prompt {
  readonly promptTokens: number;
  readonly promptHeld: number;
  readonly isCounted: boolean;
  readonly prompt: PromptSource;
}

function toDraft(
  { options }: RelayContext,
  { requestId }: Exchange,
  modelPrice: Price,
  group: string,
  asked: Asked,
  dialect: DialectId,
  { promptTokens, promptHeld, isCounted, prompt: source }: Prompt,
): Draft {
  const length = lengthOf(options.current, asked, dialect);
  const { times, dollarsPerRatio = 0 } = asked.measure ?? {};
  const price = times === undefined ? modelPrice : toPiecePrice(modelPrice, times, dollarsPerRatio);
  const worst = worstOf(price, asked, promptHeld);
  const amount = Math.max(worst(length.tokens), worstReport(modelPrice, asked));
  const prompt = length.source === 'model' ? worst(0) : amount;
  const part = (tokens: number) => Math.ceil(prompt + (amount - prompt) * (tokens / length.tokens));
  const hold: CallHold = {
    id: requestId,
    model: asked.model,
    price,
    ...(times !== undefined && modelPrice.kind === 'tokens' && { tokenPrice: modelPrice }),
    group,
    amount,
    promptTokens,
    promptHeld,
    promptCounted: isCounted,
    prompt: source,
    length: length.source === 'model' && amount === prompt ? 'none' : length.source,
    outputTokens: length.tokens,
    choices: asked.choices,
    logged: options.current.LogConsumeEnabled,
  };
  if (amount === prompt) return { hold, least: amount, comfortable: amount, worst };
  return { hold, least: part(length.least), comfortable: part(length.comfortable), worst };
}

/** A prompt that fills the window of its model leaves no room; what happens then is for the provider to say. */
const LEAST_TOKENS = 16;
const SPARE_TOKENS = 32;

function holdOf({ whole, open }: Drafts, amount: number, model: string): CallHold {
  if (amount === whole.hold.amount) return whole.hold;
  return shortened(open && amount < whole.least ? open : whole, amount, model);
}

/** A call that was granted less than its longest answer: each of its answers gets an equal part of what is held. */
function shortened({ hold, worst }: Draft, amount: number, model: string): CallHold {
  const { window = Number.POSITIVE_INFINITY } = outputLimitOf(model);
  const affordable = Math.min(hold.outputTokens, affordableOutput(worst, amount));
  const room = Math.max(LEAST_TOKENS, window - hold.promptTokens - SPARE_TOKENS);
  const perAnswer = Math.min(Math.floor(affordable / hold.choices), room);
  if (perAnswer * hold.choices >= hold.outputTokens) return { ...hold, amount };
  return { ...hold, amount, length: 'balance', outputTokens: Math.max(1, perAnswer) * hold.choices };
}

async function countPrompt({ counter }: RelayContext, asked: Asked): Promise<number> {
  const found = survey(wholeJson(asked));
  return (await counter.count(asked.model, [...found.texts, ...found.names])) + overhead(found);
}
