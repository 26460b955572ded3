import { paidTools, tierRatio, type Usage } from '@tollgate/pricing';
import { tierName } from '../../core/service-tier.ts';
import { outputLimitOf } from '../../modules/models/output-limits.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import { PICTURE_TOKENS } from '../prompt/prompt.ts';
import { sourcesOf } from '../prompt/prompt-sources.ts';
import { readsMore } from '../routing/reading-channels.ts';
import type { CallHold } from './bill.ts';
import { chargedSearches, MOST_USES, toolBoundsOf } from './paid-tools.ts';
import { ADDED_TOKENS, COUNTING_SHARE, COUNTING_TOKENS } from './report-tolerance.ts';
import { mayDraw, requestsAudio, showsImages } from './worst-case.ts';

/** More tokens than any model reads or writes: an upstream that reports more is wrong. */
const MAX_TOKENS = 20_000_000;
/** The most tokens that an unknown model writes in one answer. */
const ASSUMED_MAXIMUM = 1_000_000;
/** The channel and model that answered, which decide what a prompt can hold beyond its request. */
export interface RespondingChannel {
  readonly type: number;
  readonly upstreamModel: string;
  /** Fields that the channel puts into the request. */
  readonly paramOverride: ReadonlyMap<string, unknown>;
}

/** A report without its impossible numbers. */
export interface CheckedUsage {
  readonly usage: Partial<Usage>;
  readonly suspect: boolean;
  /** The most tokens of all answers together that may be charged. */
  readonly mostOutput: number;
}

/**
 * Removes numbers from a report that the request makes impossible: more prompt than its bytes allow, a longer
 * answer than its limit allows, parts larger than their whole. The relay counts what is missing.
 */
export function checkUsage(
  sent: Partial<Usage>,
  hold: CallHold,
  relayRequest: RelayRequest,
  responder: RespondingChannel | undefined,
): CheckedUsage {
  const usage = { ...sent };
  const searches = chargedSearches(relayRequest.model, sent.webSearches);
  if (searches > 0 && sent.input !== undefined) usage.webSearches = searches;
  // A report of no tokens is not a count: each of these calls has a text, a recording or a picture.
  if (usage.input === 0 && usage.output === 0) {
    delete usage.input;
    delete usage.output;
  }
  const isTooLong = (usage.seconds ?? 0) > (relayRequest.measure?.seconds?.most ?? 0);
  if (isTooLong) delete usage.seconds;
  const mostInput = mostInputOf(usage, hold, relayRequest, responder);
  const mostOutput = mostOutputOf(usage, hold, relayRequest, responder?.upstreamModel ?? relayRequest.model);
  let suspect = isTooLong;
  if ((usage.input ?? 0) > mostInput) {
    delete usage.input;
    suspect = true;
  }
  const output = usage.output ?? 0;
  if (output > Math.min(MAX_TOKENS, mostOutput * COUNTING_SHARE + COUNTING_TOKENS * hold.choices)) {
    delete usage.output;
    suspect = true;
  } else if (output > mostOutput) usage.output = mostOutput;
  if (usage.output !== undefined) usage.reasoning = Math.min(usage.reasoning ?? 0, usage.output);
  const isOver = [
    limitShares(usage, relayRequest, hold),
    limitImages(usage, relayRequest),
    limitTools(usage, relayRequest, hasHiddenPrompt(relayRequest, responder)),
    limitTier(usage, hold, responder),
  ];
  return { usage, suspect: suspect || isOver.includes(true), mostOutput };
}

/** The counted prompt with room for the vendor's way of counting. */
export function countedBound({ model, headers }: RelayRequest, counted: number): number {
  const isExact = headers === undefined && /^(gpt-|chatgpt|o\d|davinci|babbage|text-)/.test(model);
  return Math.ceil(counted * (isExact ? 1.25 : 2)) + 32;
}

/** Examines the prompt only when the report exceeds the hold, which is rare. */
function mostInputOf(
  { input = 0 }: Partial<Usage>,
  { promptHeld, prompt }: CallHold,
  relayRequest: RelayRequest,
  responder: RespondingChannel | undefined,
): number {
  if (relayRequest.measure?.mostReported) return relayRequest.measure.mostReported.promptTokens;
  if (input <= promptHeld + ADDED_TOKENS || hasHiddenPrompt(relayRequest, responder)) return MAX_TOKENS;
  const { pictures } = sourcesOf(relayRequest);
  const ranked = Array.isArray(relayRequest.json.documents) ? relayRequest.json.documents.length : 0;
  const forPictures = prompt === 'whole' ? 0 : pictures * PICTURE_TOKENS;
  return promptHeld * (1 + ranked) + forPictures + ADDED_TOKENS;
}

/**
 * Whether the request contains as text all that the model read. Then the prompt has no more tokens than the
 * hold.
 */
export function showsPrompt(relayRequest: RelayRequest, responder: RespondingChannel | undefined): boolean {
  return !hasHiddenPrompt(relayRequest, responder) && !sourcesOf(relayRequest).hasMedia;
}

/** Whether the model may have read more than the request contains. */
function hasHiddenPrompt(relayRequest: RelayRequest, responder: RespondingChannel | undefined): boolean {
  if (relayRequest.measure || relayRequest.contentType) return true;
  if (responder && readsMore(responder, responder.upstreamModel)) return true;
  return sourcesOf(relayRequest).isHidden;
}

/**
 * Returns the most answer tokens that may be charged. Some vendors exclude reasoning from the caller's limit
 * and report it separately: it is charged up to what the model can write. Without a limit, no model writes
 * several times its documented maximum.
 */
function mostOutputOf(
  { reasoning = 0 }: Partial<Usage>,
  { length, outputCap, outputTokens, choices }: CallHold,
  { json, maxOutput, measure }: RelayRequest,
  upstreamModel: string,
): number {
  // Each sampling of a call that compacts its context may use the whole limit.
  if (json.context_management !== undefined) return MAX_TOKENS;
  if (outputCap !== undefined) return outputCap * choices;
  const { tokens, isAssumed } = outputLimitOf(upstreamModel);
  if (length === 'request') return outputTokens + Math.min(reasoning, tokens * choices);
  // Embeddings and rankings have no answer tokens.
  if (length === 'none') return measure?.mostReported?.outputTokens ?? (maxOutput === 0 ? 0 : MAX_TOKENS);
  return Math.max(outputTokens, isAssumed ? ASSUMED_MAXIMUM : tokens * 4) * choices;
}

/** Limits parts of the usage to their whole. Returns whether a part exceeded it. */
function limitShares(usage: Partial<Usage>, relayRequest: RelayRequest, hold: CallHold): boolean {
  let isWrong = false;
  let room = usage.input ?? 0;
  for (const field of PROMPT_SHARES) {
    const share = Math.min(usage[field] ?? 0, room);
    isWrong ||= share !== (usage[field] ?? 0);
    usage[field] = share;
    room -= share;
  }
  if ((usage.audioInput ?? 0) > (usage.input ?? 0)) {
    usage.audioInput = 0;
    isWrong = true;
  }
  if (!usage.audioOutput) return isWrong;
  const hasAudio = hold.length === 'none' || requestsAudio(relayRequest);
  if (hasAudio && usage.audioOutput <= (usage.output ?? 0)) return isWrong;
  usage.audioOutput = 0;
  return true;
}

const PROMPT_SHARES = ['cachedInput', 'cacheWrite', 'cacheWriteHour'] as const;

/** Images that cannot be there count as text. Returns whether there were some. */
function limitImages(usage: Partial<Usage>, relayRequest: RelayRequest): boolean {
  const { input = 0, output = 0, imageInput = 0, imageOutput = 0 } = usage;
  const isWrongInput = imageInput > 0 && (imageInput > input || !showsImages(relayRequest));
  const isWrongOutput = imageOutput > 0 && (imageOutput > output || !mayDraw(relayRequest));
  if (isWrongInput) usage.imageInput = 0;
  if (isWrongOutput) usage.imageOutput = 0;
  return isWrongInput || isWrongOutput;
}

/** Limits uses of tools to those that the request makes possible. Returns whether there were more. */
function limitTools(usage: Partial<Usage>, relayRequest: RelayRequest, isHidden: boolean): boolean {
  const reported = Object.values(paidTools).filter((count) => usage[count]);
  if (reported.length === 0) return false;
  const { most } = toolBoundsOf(relayRequest);
  const over = reported.filter((count) => {
    const limit = most[count] ?? (isHidden ? MOST_USES : 0);
    const isOver = (usage[count] ?? 0) > limit;
    if (isOver) usage[count] = limit;
    return isOver;
  });
  return over.length > 0;
}

/**
 * A more expensive tier than the request allows is charged as the standard one, unless the channel requests it.
 * Returns whether it was.
 */
function limitTier(
  usage: Partial<Usage>,
  { price, kinds }: CallHold,
  responder: RespondingChannel | undefined,
): boolean {
  const { tier = '' } = usage;
  if (tierRatio(price, tier) <= 1 || kinds.tiers?.includes(tier)) return false;
  if (tierName(responder?.paramOverride.get('service_tier')) === tier) return false;
  usage.tier = '';
  return true;
}
