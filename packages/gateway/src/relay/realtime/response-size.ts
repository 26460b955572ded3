import { noUsage, type Price, quotaOf, type Usage, worstQuota } from '@tollgate/pricing';
import { outputLimitOf } from '../../modules/models/output-limits.ts';
import { ADDED_TOKENS, COUNTING_SHARE, COUNTING_TOKENS } from '../metering/report-tolerance.ts';
import type { ContextTokens } from './conversation-meter.ts';

/** The most that one response can use. */
export interface ResponseSize {
  /** The most tokens that it reads. */
  readonly context: ContextTokens;
  /** The most tokens that it writes. */
  readonly output: number;
  /** It writes no audio. */
  readonly isText: boolean;
}

/** https://platform.openai.com/docs/models/gpt-realtime */
const REALTIME_OUTPUT_TOKENS = 4096;
/** 50 seconds of speech. */
const INITIAL_AUDIO_TOKENS = 500;

/** The longest answer of a realtime model, in tokens. */
export function longestAnswerOf(model: string): number {
  return /realtime/.test(model) ? REALTIME_OUTPUT_TOKENS : outputLimitOf(model).tokens;
}

/** The size of a response in a new session. */
export function initialSize(model: string): ResponseSize {
  return { context: { text: 0, audio: INITIAL_AUDIO_TOKENS }, output: longestAnswerOf(model), isText: false };
}

export function promptTokensOf({ context }: ResponseSize): number {
  return context.text + context.audio;
}

/** The most that the response can cost with this many answer tokens, in quota units. */
export function worstCostOf(price: Price, size: ResponseSize, output = size.output): number {
  const audio = { input: size.context.audio, output: size.isText ? 0 : output };
  return worstQuota(price, promptTokensOf(size), output, { audio });
}

/** The answer tokens that `amount` pays for, besides the longest prompt. At least 1. */
export function affordableAnswer(price: Price, size: ResponseSize, amount: number): number {
  return Math.max(
    1,
    mostWithin(size.output, (output) => worstCostOf(price, size, output) <= amount),
  );
}

export interface CheckedReport {
  readonly usage: Usage;
  readonly isSuspect: boolean;
}

/** Replaces numbers that the response makes impossible with the estimate. */
export function checkReport(report: Partial<Usage>, size: ResponseSize, estimate: Usage): CheckedReport {
  const usage = { ...noUsage, ...report };
  const isLongPrompt = usage.input > promptTokensOf(size) + ADDED_TOKENS;
  const isLongAnswer = usage.output > size.output * COUNTING_SHARE + COUNTING_TOKENS;
  if (isLongPrompt) {
    const { input, audioInput } = estimate;
    Object.assign(usage, { input, audioInput, cachedInput: 0, cacheWrite: 0, cacheWriteHour: 0 });
  }
  if (isLongAnswer) {
    const output = Math.min(estimate.output, size.output);
    Object.assign(usage, { output, audioOutput: Math.min(estimate.audioOutput, output) });
  }
  return { usage, isSuspect: isLongPrompt || isLongAnswer };
}

/** The largest part of `usage` that costs at most `amount`: first the answer is cut, then the prompt. */
export function cutToAmount(price: Price, usage: Usage, amount: number): Usage {
  const withOutput = (output: number): Usage => ({
    ...usage,
    output,
    audioOutput: Math.min(usage.audioOutput, output),
    reasoning: Math.min(usage.reasoning, output),
  });
  const noAnswer = withOutput(0);
  if (quotaOf(price, noAnswer) <= amount)
    return withOutput(mostWithin(usage.output, (output) => quotaOf(price, withOutput(output)) <= amount));
  const withInput = (input: number): Usage => ({
    ...noAnswer,
    input,
    audioInput: Math.min(usage.audioInput, input),
    cachedInput: 0,
    cacheWrite: 0,
    cacheWriteHour: 0,
  });
  return withInput(mostWithin(usage.input, (input) => quotaOf(price, withInput(input)) <= amount));
}

/** The largest number up to `most` that fits; 0 when none does. */
function mostWithin(most: number, fits: (value: number) => boolean): number {
  if (fits(most)) return most;
  let [fitting, tooMuch] = [0, most];
  while (tooMuch - fitting > 1) {
    const middle = Math.floor((fitting + tooMuch) / 2);
    if (fits(middle)) fitting = middle;
    else tooMuch = middle;
  }
  return fitting;
}
