/** Requests and responses of one vendor, as in its documentation. */
export interface RecordedVendor {
  name: string;
  type: number;
  channel: { key: string; other?: string };
  model: string;
  path: RegExp;
  streamPath: RegExp;
  headers: Record<string, unknown>;
  /** The request for the question "Say hello". */
  body: object;
  streamBody: object;
  whole: object;
  frames: (string | Buffer)[];
  contentType?: string;
  /** Tokens of prompt and answer. */
  usage: [number, number] | undefined;
  text: string;
  /** The response for an invalid key, and the status that it counts as. */
  refusal: { status: number; body: object };
}

export const userMessages = [{ role: 'user', content: 'Say hello' }];
export const counted = { prompt_tokens: 12, completion_tokens: 6, total_tokens: 18 };
export const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

/** Matches a text of this form. */
export function textMatching(pattern: RegExp): { asymmetricMatch(value: unknown): boolean } {
  return { asymmetricMatch: (value) => typeof value === 'string' && pattern.test(value) };
}
