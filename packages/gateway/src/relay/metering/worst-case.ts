import { type Price, worstQuota } from '@tollgate/pricing';
import type { RelayRequest } from '../dialects/dialect.ts';
import { overheadOf } from '../prompt/prompt.ts';

/** The most that a call can cost with this many answer tokens, in quota units. */
export type WorstCost = (output: number) => number;

/** A prompt as it bounds the cost of a call. */
export interface WorstPrompt {
  readonly tokens: number;
  /** Whether the provider may write it to its cache, which costs more than to read it. */
  readonly mayWriteCache: boolean;
}

/** The most that a call with this prompt can cost. Some models price audio many times higher. */
export function worstOf(
  price: Price,
  relayRequest: RelayRequest,
  { tokens: promptTokens, mayWriteCache }: WorstPrompt,
): WorstCost {
  if (price.audioRatio === 1) return (output) => worstQuota(price, promptTokens, output, { mayWriteCache });
  const input = Math.min(promptTokens, overheadOf(relayRequest));
  const hasAudio = requestsAudio(relayRequest);
  return (output) => {
    const audio = { input, output: hasAudio ? output : 0 };
    return worstQuota(price, promptTokens, output, { audio, mayWriteCache });
  };
}

/** The most that reported tokens can cost, in quota units; 0 when the price does not depend on tokens. */
export function worstReport(price: Price, relayRequest: RelayRequest): number {
  const held = relayRequest.measure?.held;
  return held && price.kind === 'tokens'
    ? worstOf(price, relayRequest, { tokens: held.promptTokens, mayWriteCache: false })(held.outputTokens)
    : 0;
}

const MILLION = 1_000_000;

/** The answer tokens that `amount` pays for. */
export function affordableOutput(worstCost: WorstCost, amount: number): number {
  const prompt = worstCost(0);
  const perMillion = worstCost(MILLION) - prompt;
  if (perMillion <= 0) return Number.POSITIVE_INFINITY;
  let tokens = Math.max(0, Math.floor(((amount - prompt) * MILLION) / perMillion));
  // Prices are rounded up to whole units.
  while (tokens > 0 && worstCost(tokens) > amount) tokens -= 1;
  return tokens;
}

/** Whether a part of the answer may be audio. */
export function requestsAudio({ json }: Pick<RelayRequest, 'json'>): boolean {
  return Array.isArray(json.modalities) && json.modalities.includes('audio');
}
