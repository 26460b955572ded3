import type { TokenCounts } from '../dialects/measure.ts';
import { ADDED_TOKENS } from '../metering/report-tolerance.ts';

/** Tokens of speech: those that are held, and the most of a report. */
export interface SpeechTokens {
  readonly held: TokenCounts;
  readonly mostReported: TokenCounts;
}

/**
 * Audio tokens of a character. OpenAI counts 20 for a second of audio output
 * (https://platform.openai.com/docs/guides/realtime-costs), in which people say some 15 characters. Instructions may
 * make a model speak three times as slowly.
 */
const TOKENS_PER_CHARACTER = 4;
/** A report beyond the longest expected speech by more than this factor is wrong. */
const BELIEVED_FACTOR = 8;

/** The tokens that speech with a reported size can cost. */
export function speechTokens(input: string, instructions: string): SpeechTokens {
  const promptTokens = Buffer.byteLength(input) + Buffer.byteLength(instructions);
  const outputTokens = Math.max(1, input.length) * TOKENS_PER_CHARACTER;
  return {
    held: { promptTokens, outputTokens },
    mostReported: {
      promptTokens: promptTokens + ADDED_TOKENS,
      outputTokens: outputTokens * BELIEVED_FACTOR + ADDED_TOKENS,
    },
  };
}
