/** What applies to a model and a group. Log rows of every call have these numbers, however the call is charged. */
interface Ratios {
  /** 1 is $2 per million prompt tokens, at 500,000 units to a dollar. */
  readonly modelRatio: number;
  /** The weights of tokens, compared with a fresh token of the prompt. */
  readonly completionRatio: number;
  readonly cacheRatio: number;
  readonly cacheWriteRatio: number;
  readonly cacheWriteHourRatio: number;
  /** Audio tokens of the prompt; 1 when they cost what text does. */
  readonly audioRatio: number;
  /** Audio tokens of the response, compared with those of the prompt. */
  readonly audioCompletionRatio: number;
  readonly groupRatio: number;
  /** Units in a dollar. */
  readonly quotaPerUnit: number;
}

/** Charges what was used. */
export interface TokenPrice extends Ratios {
  readonly kind: 'tokens';
}

/** Charges every call the same. */
export interface CallPrice extends Ratios {
  readonly kind: 'call';
  readonly dollars: number;
}

/** Charges pieces, such as images. */
export interface PiecePrice extends Ratios {
  readonly kind: 'piece';
  /** Of one piece of the simplest kind. */
  readonly dollars: number;
  /** How many of them are charged: the number of pieces, weighted by size and quality. */
  readonly multiplier: number;
}

/** Everything the cost of one call follows from. Frozen when the call is admitted and written into its log row. */
export type Price = TokenPrice | CallPrice | PiecePrice;

/** The same model, charged by piece. Without a price by call, a piece costs `dollarsPerRatio` times the model ratio. */
export function toPiecePrice(price: Price, multiplier: number, dollarsPerRatio: number): PiecePrice {
  const dollars =
    price.kind === 'tokens' ? Number((price.modelRatio * dollarsPerRatio).toPrecision(12)) : price.dollars;
  return Object.freeze({ ...price, kind: 'piece', dollars, multiplier });
}

/** The same price for a part of the pieces. `share` is 1 for all of them. */
export function scalePieces(price: Price, share: number): Price {
  if (price.kind !== 'piece') return price;
  return Object.freeze({ ...price, multiplier: Number((price.multiplier * share).toPrecision(12)) });
}
