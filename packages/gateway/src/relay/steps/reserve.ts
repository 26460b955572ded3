import { type Price, toPiecePrice } from '@tollgate/pricing';
import type { Routes } from '../../modules/channels/routing/routing.ts';
import { findCost } from '../../modules/models/channel-cost.ts';
import { findPrice } from '../../modules/models/find-price.ts';
import { outputLimitOf } from '../../modules/models/output-limits.ts';
import type { Call } from '../call.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import { explainEnd, fullRefusal } from '../limits/full-refusal.ts';
import { lengthOf } from '../metering/answer-length.ts';
import type { CallHold, PromptSource } from '../metering/bill.ts';
import { countedBound } from '../metering/usage-bounds.ts';
import { affordableOutput, heldKindsOf, worstOf, worstReport } from '../metering/worst-case.ts';
import { moneyRefusal } from '../money/money-refusal.ts';
import { type Draft, takeMoney, waitForMoney } from '../money/take-money.ts';
import { countPrompt } from '../prompt/count-prompt.ts';
import { mostPromptOf, promptBound } from '../prompt/prompt.ts';
import { type PromptSources, sourcesOf } from '../prompt/prompt-sources.ts';
import { schemaBound } from '../prompt/schemas.ts';
import type { DialectId } from '../providers/provider.ts';
import { shownName } from '../routes/shown-name.ts';
import { effectsOn } from '../routing/reading-channels.ts';

/**
 * Holds the worst case of the call: as many prompt tokens as its bytes allow, and the longest answer allowed
 * by caller or model. Counts the prompt only when the balance does not cover all of it. A caller without a
 * limit gets a shorter answer when the balance does not cover the longest one. A call that fails only because
 * of other calls' holds waits for them.
 *
 * @throws {RelayError} 500 for a model without a price, 401 or 403 when the money does not suffice, 503
 */
export async function reserve(ctx: RelayContext, call: Call, dialect: DialectId): Promise<CallHold> {
  const { relayRequest } = call;
  const plan = await planHold(ctx, call, dialect);
  if (!plan) throw new RelayError(500, 'model_price_error', { model: shownName(relayRequest.model) });
  const { first } = plan;
  const { outcome, amount, full } = await takeMoney(ctx, call, first.whole, true);
  if (full && full.spent + full.held >= full.limit) throw await fullRefusal(ctx, call, full, first.whole);
  if (outcome === 'ok' && amount === first.whole.hold.amount) return first.whole.hold;

  const second = await plan.count();
  if (outcome === 'ok') return holdOf(second, amount, relayRequest.model);

  const again = await waitForMoney(ctx, call, second.whole);
  if (again.full) throw await fullRefusal(ctx, call, again.full, second.whole);
  if (again.outcome !== 'ok') {
    const { hold, least } = second.open ?? second.whole;
    const besideOthers = second.open && { leastBesideOthers: second.whole.least };
    const unpaid = { relayRequest, dialect, hold, least, ...besideOthers };
    throw await moneyRefusal(ctx, call, again.outcome, unpaid);
  }
  return holdOf(second, again.amount, relayRequest.model);
}

/** What a call can cost at most. */
export interface HoldPlan {
  /** By the bytes of the prompt. */
  readonly first: Drafts;
  /** Counts the prompt, for when the balance does not cover all of `first`. */
  count(): Promise<Drafts>;
}

/** Returns undefined for a model without a price. */
export async function planHold(
  ctx: RelayContext,
  call: Call,
  dialect: DialectId,
): Promise<HoldPlan | undefined> {
  const { caller, group, relayRequest } = call;
  const options = ctx.options.current;
  const acceptUnset = options.SelfUseModeEnabled || caller.owner.acceptsUnset;
  const price = findPrice(options, relayRequest.model, group, acceptUnset);
  const { measure } = relayRequest;
  // Only recordings have seconds.
  if (!price || (price.kind === 'second' && !measure?.seconds)) return undefined;

  const measuredTokens = measure?.pieces === undefined ? measure?.promptTokens : 0;
  const sources = measuredTokens === undefined ? findSources(await ctx.routing.routes(), call) : COUNTED;
  const terms: Terms = { price, dialect, mayWriteCache: sources.isMarked };
  const bound = measuredTokens ?? promptBound(relayRequest, sources);
  const draftFor = (promptTokens: number, shown: number, isCounted: boolean): Drafts => {
    const toHold = (promptHeld: number, prompt: PromptSource) =>
      toDraft(ctx, call, terms, { promptTokens, promptHeld, isCounted, prompt });
    if (!sources.isHidden && sources.pictures === 0) return { whole: toHold(shown, 'shown') };
    const open = toHold(shown, 'open');
    const whole = toHold(mostPromptOf(relayRequest, sources, shown), 'whole');
    return { whole: { ...whole, leastAlone: open.least }, open };
  };
  return {
    first: draftFor(bound, bound, measuredTokens !== undefined),
    async count() {
      const counted =
        measuredTokens ?? Math.min(bound, await countPrompt(ctx, relayRequest).catch(() => bound));
      const countedHeld = countedBound(relayRequest, counted) + schemaBound(relayRequest.json);
      const heldTokens = measuredTokens ?? Math.min(bound, countedHeld);
      return draftFor(counted, heldTokens, true);
    },
  };
}

/** The model reads only what was counted. */
const COUNTED: PromptSources = {
  hasMedia: false,
  pictures: 0,
  isHidden: false,
  isMarked: false,
};

function findSources(routes: Routes, { caller: { channelId }, group, relayRequest }: Call): PromptSources {
  const sources = sourcesOf(relayRequest);
  const { readsMore, cachesPrompts } = effectsOn(routes, { group, model: relayRequest.model, channelId });
  if ((sources.isHidden || !readsMore) && (sources.isMarked || !cachesPrompts)) return sources;
  return {
    ...sources,
    isHidden: sources.isHidden || readsMore,
    isMarked: sources.isMarked || cachesPrompts,
  };
}

export interface Drafts {
  /** Covers the maximum cost of the call. */
  readonly whole: Draft;
  /** Covers the content of the request, when it refers to more. */
  readonly open?: Draft;
}

/** What a call costs, and the format that decides how its length is limited. */
interface Terms {
  /** The price of the model. */
  readonly price: Price;
  readonly dialect: DialectId;
  readonly mayWriteCache: boolean;
}

interface Prompt {
  readonly promptTokens: number;
  readonly promptHeld: number;
  readonly isCounted: boolean;
  readonly prompt: PromptSource;
}

function toDraft(
  ctx: RelayContext,
  call: Call,
  { price: modelPrice, dialect, mayWriteCache }: Terms,
  { promptTokens, promptHeld, isCounted, prompt: source }: Prompt,
): Draft {
  const { exchange, group, relayRequest, limits } = call;
  const { requestId } = exchange;
  const { current } = ctx.options;
  const length = lengthOf(current, relayRequest, dialect);
  const { pieces, seconds, times, dollarsPerRatio = 0 } = relayRequest.measure ?? {};
  const price = times === undefined ? modelPrice : toPiecePrice(modelPrice, times, dollarsPerRatio);
  const kinds = heldKindsOf(price, relayRequest, { mayWriteCache, isOpen: source === 'open' });
  const worstCost = worstOf(price, relayRequest, { tokens: promptHeld, kinds });
  const amount = Math.max(worstCost(length.tokens), worstReport(modelPrice, relayRequest));
  const shortest = length.source === 'model' ? worstCost(0) : amount;
  const part = (tokens: number) => Math.ceil(shortest + (amount - shortest) * (tokens / length.tokens));
  const hold: CallHold = {
    id: requestId,
    model: relayRequest.model,
    price,
    ...(times !== undefined && modelPrice.kind === 'tokens' && { tokenPrice: modelPrice }),
    group,
    amount,
    promptTokens,
    ...(pieces !== undefined && { pieces }),
    ...(seconds && { seconds }),
    promptHeld,
    promptCounted: isCounted,
    kinds,
    worstCost,
    prompt: source,
    length: length.source === 'model' && amount === shortest ? 'none' : length.source,
    outputTokens: length.tokens,
    choices: relayRequest.choices,
    ...(current.book.costs && { findCost: (costed) => findCost(current, costed) }),
    logged: current.LogConsumeEnabled,
    ...(limits && { explainEnd: () => explainEnd(ctx, { limits }, requestId) }),
  };
  if (amount === shortest) return { hold, least: amount, comfortable: amount };
  return { hold, least: part(length.least), comfortable: part(length.comfortable) };
}

/** A prompt that fills the model's window leaves no room; the provider decides what happens. */
const LEAST_TOKENS = 16;
const SPARE_TOKENS = 32;

/** The hold of a call that got this amount of money. */
export function holdOf({ whole, open }: Drafts, amount: number, model: string): CallHold {
  if (amount === whole.hold.amount) return whole.hold;
  return shortened(open && amount < whole.least ? open : whole, amount, model);
}

/** Shortens a call whose hold is below its longest answer: each answer gets an equal part. */
function shortened({ hold }: Draft, amount: number, model: string): CallHold {
  const { window = Number.POSITIVE_INFINITY } = outputLimitOf(model);
  const affordable = Math.min(hold.outputTokens, affordableOutput(hold.worstCost, amount));
  const room = Math.max(LEAST_TOKENS, window - hold.promptTokens - SPARE_TOKENS);
  const perAnswer = Math.min(Math.floor(affordable / hold.choices), room);
  if (perAnswer * hold.choices >= hold.outputTokens) return { ...hold, amount };
  return { ...hold, amount, length: 'balance', outputTokens: Math.max(1, perAnswer) * hold.choices };
}
