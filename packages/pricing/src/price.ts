import type { PaidTool } from './usage.ts';

/** Ratios of a model and a group. Log rows of every call have them, however the call is charged. */
interface Ratios {
  /** 1 is $2 per million prompt tokens, at 500,000 units to a dollar. */
  readonly modelRatio: number;
  /** Weights of tokens, relative to a fresh prompt token. */
  readonly completionRatio: number;
  readonly cacheRatio: number;
  readonly cacheWriteRatio: number;
  readonly cacheWriteHourRatio: number;
  /** Audio tokens of the prompt; 1 when they cost the same as text. */
  readonly audioRatio: number;
  /** Audio tokens of the response, relative to those of the prompt. */
  readonly audioCompletionRatio: number;
  readonly groupRatio: number;
  /** Units per dollar. */
  readonly quotaPerUnit: number;
  /** Image tokens, relative to a fresh prompt token. Absent: they cost the same as text. */
  readonly imageRatio?: number;
  readonly imageOutputRatio?: number;
  /** Factors of long prompts, sorted by length. The last one below the length of the prompt applies. */
  readonly steps?: readonly PriceStep[];
  /** Factors of all tokens by service tier. A tier without one costs the standard price. */
  readonly tiers?: Readonly<Record<string, number>>;
  /** Dollars per use of a tool that the provider runs. */
  readonly fees?: Readonly<Partial<Record<PaidTool, number>>>;
  /** The version of the price book that it is from. */
  readonly version?: number;
}

/** Price of a prompt token written to the cache, relative to a regular one (Anthropic's price list). */
export const CACHE_WRITE_RATIO = 1.25;
/** The same when the provider caches it for an hour. */
export const CACHE_WRITE_HOUR_RATIO = 2;

/** Prompts of more than `above` tokens cost more, all of their tokens and those of the response. */
export interface PriceStep {
  readonly above: number;
  /** Factor of all prompt tokens, cached and written ones included. */
  readonly input: number;
  /** Factor of all tokens of the response. */
  readonly output: number;
}

/** Charges tokens. */
export interface TokenPrice extends Ratios {
  readonly kind: 'tokens';
}

/** Charges a fixed price per call. */
export interface CallPrice extends Ratios {
  readonly kind: 'call';
  readonly dollars: number;
}

/** Charges pieces, such as images. */
export interface PiecePrice extends Ratios {
  readonly kind: 'piece';
  /** Price of one piece of the simplest kind. */
  readonly dollars: number;
  /** Number of charged pieces, weighted by size and quality. */
  readonly multiplier: number;
}

/** Charges seconds of a recording. */
export interface SecondPrice extends Ratios {
  readonly kind: 'second';
  /** Price of one second. */
  readonly dollars: number;
}

/** Everything that determines the cost of one call. Frozen when the call is admitted, and written into its log row. */
export type Price = TokenPrice | CallPrice | PiecePrice | SecondPrice;

/**
 * Returns the same model's price by piece. Without a per-call price, a piece costs `dollarsPerRatio` x the model ratio.
 */
export function toPiecePrice(price: Price, multiplier: number, dollarsPerRatio: number): PiecePrice {
  const dollars =
    price.kind === 'tokens' ? Number((price.modelRatio * dollarsPerRatio).toPrecision(12)) : price.dollars;
  return Object.freeze({ ...price, kind: 'piece', dollars, multiplier });
}

/** Returns the price for a part of the pieces. `share` is 1 for all of them. */
export function scalePieces(price: Price, share: number): Price {
  if (price.kind !== 'piece') return price;
  return Object.freeze({ ...price, multiplier: Number((price.multiplier * share).toPrecision(12)) });
}
