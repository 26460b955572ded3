import type { TokenCounts } from '../dialects/measure.ts';

/**
 * The most tokens of a second of audio. OpenAI counts 10 for audio input and 20 for audio output
 * (https://platform.openai.com/docs/guides/realtime-costs). A second that is billed by time counts 16.7 here.
 */
const TOKENS_PER_SECOND = 20;
/** Hosts bill at least this much: https://console.groq.com/docs/speech-to-text */
export const LEAST_SECONDS = 10;
/**
 * The most that the models read and write.
 * https://developers.openai.com/api/docs/models/gpt-4o-transcribe
 * https://developers.openai.com/api/docs/models/gpt-4o-mini-transcribe
 */
const GPT_TRANSCRIBE: TokenCounts = { promptTokens: 16_000, outputTokens: 2000 };

/** Tokens of a transcript: those that are held, and the most of a report. */
export interface TranscriptTokens {
  readonly held: TokenCounts;
  readonly mostReported: TokenCounts;
}

/**
 * The most tokens that a recording and its transcript can have.
 *
 * @param mostSeconds the recording is not longer than this
 * @param textBytes length of the text that goes with the recording
 */
export function transcriptTokens(model: string, mostSeconds: number, textBytes: number): TranscriptTokens {
  const audioTokens = Math.ceil(Math.max(LEAST_SECONDS, mostSeconds)) * TOKENS_PER_SECOND;
  const promptTokens = audioTokens + textBytes;
  // A confused model repeats itself up to its limit, however short the recording is.
  const mostReported = { promptTokens, outputTokens: Math.max(audioTokens, GPT_TRANSCRIBE.outputTokens) };
  if (isTimed(model)) return { held: { promptTokens, outputTokens: 0 }, mostReported };
  if (!isGptTranscribe(model)) return { held: { promptTokens, outputTokens: audioTokens }, mostReported };
  const held = {
    promptTokens: Math.min(promptTokens, GPT_TRANSCRIBE.promptTokens),
    outputTokens: Math.min(audioTokens, GPT_TRANSCRIBE.outputTokens),
  };
  return { held, mostReported };
}

function isGptTranscribe(model: string): boolean {
  return /^gpt-4o-(mini-)?transcribe/.test(model);
}

/** Whisper is billed by the second and has no answer tokens. */
function isTimed(model: string): boolean {
  return /whisper/.test(model);
}
