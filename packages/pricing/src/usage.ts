/** What a call used, in tokens. */
export interface Usage {
  /** All tokens of the prompt: fresh ones, those read from the provider's cache and those written to it. */
  input: number;
  cachedInput: number;
  /** Written to the provider's cache for five minutes, or for an unspecified time. */
  cacheWrite: number;
  /** Written to the provider's cache for an hour. */
  cacheWriteHour: number;
  /** The part of `input` that is audio. */
  audioInput: number;
  /** All tokens of the response, reasoning included. */
  output: number;
  /** The part of `output` that is reasoning. */
  reasoning: number;
  /** The part of `output` that is audio. */
  audioOutput: number;
}

export const noUsage: Usage = {
  input: 0,
  cachedInput: 0,
  cacheWrite: 0,
  cacheWriteHour: 0,
  audioInput: 0,
  output: 0,
  reasoning: 0,
  audioOutput: 0,
};
