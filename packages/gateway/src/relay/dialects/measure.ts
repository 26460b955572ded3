/** Tokens of all prompts and of all answers of a call. */
export interface TokenCounts {
  readonly promptTokens: number;
  readonly outputTokens: number;
}

/** What a call is paid by, where it is not the tokens that the answer reports. */
export interface Measure {
  /** Tokens of the prompt that are known from the request: characters to speak, length of a recording. */
  readonly promptTokens?: number;
  /** `promptTokens` is a guess. */
  readonly isEstimate?: boolean;
  /** The most tokens that the provider can report, as its maker documents it. They are held before the call. */
  readonly held?: TokenCounts;
  /** A report of more than this is wrong. Without it, any report is believed. */
  readonly mostReported?: TokenCounts;
  /** The price by call is taken this many times: number of pictures, size and quality. */
  readonly times?: number;
  /** Dollars a call of a model that has a ratio and no price. */
  readonly dollarsPerRatio?: number;
  /** How `times` came about, for the log row. */
  readonly note?: Readonly<Record<string, string | number | boolean>>;
}
