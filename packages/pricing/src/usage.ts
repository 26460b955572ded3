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
  /** The part of `input` that is images. */
  imageInput: number;
  /** All tokens of the response, reasoning included. */
  output: number;
  /** The part of `output` that is reasoning. */
  reasoning: number;
  /** The part of `output` that is audio. */
  audioOutput: number;
  /** The part of `output` that is images. */
  imageOutput: number;
  /** Begun seconds of a recording that was listened to. */
  seconds: number;
  /** Paid uses of tools that the provider runs. */
  webSearches: number;
  fileSearches: number;
  /** Containers that the code interpreter started. */
  codeSessions: number;
  /** The service tier that served the call, as the provider names it. Empty: its standard tier. */
  tier: string;
}

/** A call that used nothing, on the standard tier. */
export const noUsage: Usage = {
  input: 0,
  cachedInput: 0,
  cacheWrite: 0,
  cacheWriteHour: 0,
  audioInput: 0,
  imageInput: 0,
  output: 0,
  reasoning: 0,
  audioOutput: 0,
  imageOutput: 0,
  seconds: 0,
  webSearches: 0,
  fileSearches: 0,
  codeSessions: 0,
  tier: '',
};

/** The counts of `Usage` that cost a fee, under the names that prices and log rows have for them. */
export const paidTools = {
  web_search: 'webSearches',
  file_search: 'fileSearches',
  code_interpreter: 'codeSessions',
} as const;

export type PaidTool = keyof typeof paidTools;
export type ToolUses = Pick<Usage, (typeof paidTools)[PaidTool]>;

export const paidToolNames = Object.keys(paidTools) as PaidTool[];
