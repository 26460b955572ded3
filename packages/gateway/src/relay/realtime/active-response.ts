import { noUsage, type Usage } from '@tollgate/pricing';
import type { ContextTokens, ConversationMark } from './conversation-meter.ts';
import { objectOf, type ResponseFields } from './events.ts';
import type { OutputMeter } from './output-meter.ts';
import type { ResponseFailure } from './response-failure.ts';
import type { ResponseHold } from './response-hold.ts';

/** A forwarded `response.create` whose response the provider has not begun yet. */
export interface ExpectedResponse {
  readonly hold: ResponseHold;
  readonly eventId: string | undefined;
  readonly fields: ResponseFields;
  /** Bytes of the event: only this response reads its instructions. */
  readonly bytes: number;
}

export interface ActiveResponse {
  readonly id: string | undefined;
  /** Absent when the response could not be paid: the gateway cancels it and forwards nothing of it. */
  readonly hold: ResponseHold | undefined;
  readonly output: OutputMeter;
  /** The tokens that it probably reads, and the most that it can read. */
  readonly prompt: Pick<Usage, 'input' | 'audioInput'>;
  readonly bound: ContextTokens;
  readonly mark: ConversationMark;
  readonly items: Set<string>;
  /** The caller requested it. Others begin when somebody has spoken, or after a tool of the provider. */
  readonly isRequested: boolean;
  isOutOfBand: boolean;
  isMuted: boolean;
  timer?: NodeJS.Timeout;
  /** Set when an error ends the response. The first one counts. */
  failure?: ResponseFailure | undefined;
}

/** Estimates what a response used, from the length of its events. */
export function estimateOf({ prompt, output }: ActiveResponse): Usage {
  return { ...noUsage, ...prompt, ...output.estimate() };
}

/** The conversation after a response without a report: the most that it read, and what it wrote. */
export function grown({ text, audio }: ContextTokens, { output, audioOutput }: Usage): ContextTokens {
  return { text: text + output - audioOutput, audio: audio + audioOutput };
}

/**
 * The conversation after a response: all that it read and wrote. Tokens of an unknown kind count as audio.
 */
export function contextOf({ input = 0, output = 0 }: Partial<Usage>, usage: unknown): ContextTokens {
  const { input_token_details: read, output_token_details: written } = objectOf(usage) ?? {};
  const textOf = (details: unknown, most: number) => {
    const tokens = objectOf(details)?.text_tokens;
    return Number.isSafeInteger(tokens) ? Math.min(most, Math.max(0, tokens as number)) : 0;
  };
  const text = textOf(read, input) + textOf(written, output);
  return { text, audio: input + output - text };
}
