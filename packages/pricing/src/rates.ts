import type { Price, PriceStep } from './price.ts';
import type { Usage } from './usage.ts';

/** Factors that apply to all tokens of one call. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  readonly tier: number;
}

/** A prompt below every step, on the standard tier. */
export const STANDARD_RATES: Rates = { input: 1, output: 1, tier: 1 };

/** Returns the factors of a call by the length of its prompt and by the tier that served it. */
export function ratesOf(price: Price, usage: Pick<Usage, 'input' | 'tier'>): Rates {
  const step = stepOf(price, usage.input);
  const tier = tierRatio(price, usage.tier);
  return step || tier !== 1 ? { input: step?.input ?? 1, output: step?.output ?? 1, tier } : STANDARD_RATES;
}

/**
 * Returns the largest factors that prompts of up to `input` tokens can have, on the standard tier or on one of
 * `tiers`.
 */
export function worstRates(price: Price, input: number, tiers: readonly string[]): Rates {
  if (!price.steps && tiers.length === 0) return STANDARD_RATES;
  const reachable = price.steps?.filter(({ above }) => above < input) ?? [];
  return {
    input: Math.max(1, ...reachable.map((step) => step.input)),
    output: Math.max(1, ...reachable.map((step) => step.output)),
    tier: Math.max(1, ...tiers.map((tier) => tierRatio(price, tier))),
  };
}

/** Returns the step that applies to a prompt of this length. */
export function stepOf({ steps }: Price, input: number): PriceStep | undefined {
  return steps?.findLast(({ above }) => above < input);
}

/** Returns the factor of a tier: 1 for tiers without a price of their own. */
export function tierRatio({ tiers }: Price, tier: string): number {
  return tiers && Object.hasOwn(tiers, tier) ? (tiers[tier] ?? 1) : 1;
}
