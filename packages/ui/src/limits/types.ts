/** A limit rule, as far as it is described. */
export interface DescribedLimit {
  /** `quota` is money; the others are counted. */
  readonly resource: 'quota' | 'tokens' | 'requests' | 'concurrent';
  readonly amount: number;
  /** `minute`, `hour`, `day`, `week`, `month`, `forever` or `rolling:<hours>`. */
  readonly window: string;
  /** A comma list; empty: all models. */
  readonly models: string;
}

/** A limit rule and how much of it is used at this moment. */
export interface LimitItem extends DescribedLimit {
  readonly key: string;
  /** Empty: the rule itself is its name. */
  readonly name: string;
  /** Whose limit it is, where a list has several. */
  readonly whose?: string | undefined;
  readonly spent: number;
  /** What running calls hold. */
  readonly held: number;
  /** Seconds since 1970; 0: never. */
  readonly resets_at: number;
}
