/** How one vendor is asked and answers, in the form that its documentation shows. */
export interface RecordedVendor {
  name: string;
  type: number;
  channel: { key: string; other?: string };
  model: string;
  path: RegExp;
  streamPath: RegExp;
  headers: Record<string, unknown>;
  /** What is told of the question "Say hello". */
  body: object;
  streamBody: object;
  whole: object;
  frames: (string | Buffer)[];
  contentType?: string;
  /** Prompt and answer. */
  usage: [number, number] | undefined;
  text: string;
  /** How it refuses a key, and as what that counts. */
  refusal: { status: number; body: object };
}

export const said = [{ role: 'user', content: 'Say hello' }];
export const counted = { prompt_tokens: 12, completion_tokens: 6, total_tokens: 18 };
export const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

/** A text of this form. */
export function like(pattern: RegExp): { asymmetricMatch(value: unknown): boolean } {
  return { asymmetricMatch: (value) => typeof value === 'string' && pattern.test(value) };
}
