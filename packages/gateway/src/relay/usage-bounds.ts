import type { Usage } from '@tollgate/pricing';
import { outputLimitOf } from '../services/output-limits.ts';
import type { CallHold } from './bill.ts';
import type { Asked } from './dialects/dialect.ts';
import { PICTURE_TOKENS } from './prompt.ts';
import { sourcesOf } from './prompt-sources.ts';
import { readsMore } from './reading-channels.ts';
import { ADDED_TOKENS, COUNTING_SHARE, COUNTING_TOKENS } from './report-tolerance.ts';
import { asksForSound } from './worst-case.ts';

/** More than any model reads or writes: an upstream that reports it is wrong. */
const MAX_TOKENS = 20_000_000;
/** No model that we do not know writes more in one answer. */
const ASSUMED_MAXIMUM = 1_000_000;
/** Who answered, as far as it says what a prompt can hold beyond its request. */
export interface Answerer {
  readonly type: number;
  readonly upstreamModel: string;
  /** Fields that the channel puts into the request. */
  readonly paramOverride: ReadonlyMap<string, unknown>;
}

/** What is left of a report when what cannot be is taken out. */
export interface CheckedUsage {
  readonly usage: Partial<Usage>;
  readonly suspect: boolean;
  /** Tokens of all answers together that may be charged at most. */
  readonly mostOutput: number;
}

/**
 * Takes numbers out of a report that the request did not make possible: more prompt than its bytes allow, a longer
 * answer than its limit allows, shares that are larger than what they are part of. What is missing then is counted.
 */
export function checkUsage(
  sent: Partial<Usage>,
  hold: CallHold,
  asked: Asked,
  answerer: Answerer | undefined,
): CheckedUsage {
  const usage = { ...sent };
  // A report of nothing at all for a text or a picture is no count.
  if ((hold.length !== 'none' || hold.tokenPrice) && usage.input === 0 && usage.output === 0) {
    delete usage.input;
    delete usage.output;
  }
  const mostInput = mostInputOf(usage, hold, asked, answerer);
  const mostOutput = mostOutputOf(usage, hold, asked, answerer?.upstreamModel ?? asked.model);
  let suspect = false;
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
  return { usage, suspect: limitShares(usage, asked, hold) || suspect, mostOutput };
}

/** The prompt as it was counted, with room for how its vendor counts. */
export function countedBound({ model, headers }: Asked, counted: number): number {
  const isExact = headers === undefined && /^(gpt-|chatgpt|o\d|davinci|babbage|text-)/.test(model);
  return Math.ceil(counted * (isExact ? 1.25 : 2)) + 32;
}

/** Looked at closely only when a report is more than what is held, which is rare. */
function mostInputOf(
  { input = 0 }: Partial<Usage>,
  { promptHeld, prompt }: CallHold,
  asked: Asked,
  answerer: Answerer | undefined,
): number {
  if (asked.measure?.mostReported) return asked.measure.mostReported.promptTokens;
  if (input <= promptHeld + ADDED_TOKENS || hasHiddenPrompt(asked, answerer)) return MAX_TOKENS;
  const { pictures } = sourcesOf(asked);
  const ranked = Array.isArray(asked.json.documents) ? asked.json.documents.length : 0;
  const forPictures = prompt === 'whole' ? 0 : pictures * PICTURE_TOKENS;
  return promptHeld * (1 + ranked) + forPictures + ADDED_TOKENS;
}

/** Whether all that the model read is in the request, as text: then it has no more tokens than are held for it. */
export function showsPrompt(asked: Asked, answerer: Answerer | undefined): boolean {
  return !hasHiddenPrompt(asked, answerer) && !sourcesOf(asked).hasMedia;
}

/** Whether the model may have read more than the request shows. */
function hasHiddenPrompt(asked: Asked, answerer: Answerer | undefined): boolean {
  if (asked.measure || asked.contentType) return true;
  if (answerer && readsMore(answerer, answerer.upstreamModel)) return true;
  return sourcesOf(asked).isHidden;
}

/**
 * The longest answers that may be charged. Some vendors do not count thoughts in the caller's limit and report them
 * apart; such thoughts are charged as far as the model can think. Without a limit, nobody writes several times the
 * maximum that is documented.
 */
function mostOutputOf(
  { reasoning = 0 }: Partial<Usage>,
  { length, outputCap, outputTokens, choices }: CallHold,
  { json, maxOutput, measure }: Asked,
  upstreamModel: string,
): number {
  // Each sampling of a call that compacts its context may be as long as the limit allows.
  if (json.context_management !== undefined) return MAX_TOKENS;
  if (outputCap !== undefined) return outputCap * choices;
  const { tokens, isAssumed } = outputLimitOf(upstreamModel);
  if (length === 'request') return outputTokens + Math.min(reasoning, tokens * choices);
  // Vectors and ranks have no tokens of an answer.
  if (length === 'none') return measure?.mostReported?.outputTokens ?? (maxOutput === 0 ? 0 : MAX_TOKENS);
  return Math.max(outputTokens, isAssumed ? ASSUMED_MAXIMUM : tokens * 4) * choices;
}

/** Shares cannot be more than the whole. Answers whether one was. */
function limitShares(usage: Partial<Usage>, asked: Asked, hold: CallHold): boolean {
  let isWrong = false;
  let room = usage.input ?? 0;
  for (const field of ['cachedInput', 'cacheWrite', 'cacheWriteHour'] as const) {
    const share = Math.min(usage[field] ?? 0, room);
    isWrong ||= share !== (usage[field] ?? 0);
    usage[field] = share;
    room -= share;
  }
  const saysSound = hold.length === 'none' || asksForSound(asked);
  const soundInAnswer = saysSound ? (usage.output ?? 0) : 0;
  for (const [part, whole] of [
    ['audioInput', usage.input ?? 0],
    ['audioOutput', soundInAnswer],
  ] as const) {
    if ((usage[part] ?? 0) <= whole) continue;
    usage[part] = 0;
    isWrong = true;
  }
  return isWrong;
}
