/** Tokens of all prompts and of all answers of a call. */
export interface TokenCounts {
  readonly promptTokens: number;
  readonly outputTokens: number;
}

/** Whole seconds of a recording. */
export interface RecordedSeconds {
  /** As far as the file tells. */
  readonly stated: number;
  /** The recording is not longer. */
  readonly most: number;
}

/** What a call is charged by, when it is not the reported tokens. */
export interface Measure {
  /** Prompt tokens known from the request: characters to speak, length of a recording. */
  readonly promptTokens?: number;
  /** Number of pieces that the call charges, such as pictures. It counts no tokens before the provider does. */
  readonly pieces?: number;
  /** Length of a recording, for models that are paid by the second. */
  readonly seconds?: RecordedSeconds;
  /** `promptTokens` is an estimate. */
  readonly isEstimate?: boolean;
  /**
   * The most tokens that the provider can report, as documented by its vendor. They are held before the call.
   */
  readonly held?: TokenCounts;
  /** A report of more than this is wrong. Without it, any report is accepted. */
  readonly mostReported?: TokenCounts;
  /** Multiplier of the price by call: number of pictures, size and quality. */
  readonly times?: number;
  /** Dollars a call of a model that has a ratio and no price. */
  readonly dollarsPerRatio?: number;
  /** Explains `times` in the log row. */
  readonly note?: Readonly<Record<string, string | number | boolean>>;
}
