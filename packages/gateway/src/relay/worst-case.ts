import { type Price, worstQuota } from '@tollgate/pricing';
import type { Asked } from './dialects/dialect.ts';
import { overheadOf } from './prompt.ts';

/** The most that a call can cost with so many tokens of answers, in quota units. */
export type Worst = (output: number) => number;

/** The most that a call with so many tokens of prompt can cost. Sound is priced many times higher by some models. */
export function worstOf(price: Price, asked: Asked, promptTokens: number): Worst {
  const writesCache = asked.headers !== undefined && asked.body.includes(CACHE_CONTROL);
  if (price.audioRatio === 1)
    return (output) => worstQuota(price, promptTokens, output, undefined, writesCache);
  const input = Math.min(promptTokens, overheadOf(asked));
  const speaks = asksForSound(asked);
  return (output) =>
    worstQuota(price, promptTokens, output, { input, output: speaks ? output : 0 }, writesCache);
}

/** The most that the tokens of a report can cost, in quota units; 0 where the price does not follow from tokens. */
export function worstReport(price: Price, asked: Asked): number {
  const held = asked.measure?.held;
  return held && price.kind === 'tokens' ? worstOf(price, asked, held.promptTokens)(held.outputTokens) : 0;
}

const CACHE_CONTROL = '"cache_control"';
const MILLION = 1_000_000;

/** How many tokens of answers `amount` pays for. */
export function affordableOutput(worst: Worst, amount: number): number {
  const prompt = worst(0);
  const perMillion = worst(MILLION) - prompt;
  if (perMillion <= 0) return Number.POSITIVE_INFINITY;
  let tokens = Math.max(0, Math.floor(((amount - prompt) * MILLION) / perMillion));
  // Prices are rounded up to whole units.
  while (tokens > 0 && worst(tokens) > amount) tokens -= 1;
  return tokens;
}

/** Whether a part of the answer may be sound. */
export function asksForSound({ json }: Pick<Asked, 'json'>): boolean {
  return Array.isArray(json.modalities) && json.modalities.includes('audio');
}
