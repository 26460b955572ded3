import type { Usage } from '@tollgate/pricing';
import { count, isRecord, mediaOf } from './openai-usage.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads the usage of responses without text: embeddings, rankings, pictures. Vendors use several names for
 * the same two numbers.
 */
export function readSilentUsage(sent: unknown): Partial<Usage> | undefined {
  if (!isRecord(sent)) return undefined;
  const output = count(sent.completion_tokens) ?? count(sent.output_tokens) ?? 0;
  const total = count(sent.total_tokens);
  const input = count(sent.prompt_tokens) ?? count(sent.input_tokens);
  if (input !== undefined) return { input, output };
  // Doubao reports the tokens of the pictures and the total.
  return total === undefined ? undefined : { input: Math.max(0, total - output), output };
}

/** Jina reports as OpenAI does, Cohere and SiliconFlow next to the results. */
export function findRerankUsage({ usage, meta }: Json): unknown {
  if (usage !== undefined || !isRecord(meta)) return usage;
  return meta.tokens ?? meta.billed_units;
}

/** A transcript is counted in tokens by some models and in seconds by others. */
export function findTranscriptUsage({ usage, duration }: Json): unknown {
  return usage ?? { type: 'duration', seconds: duration };
}

/** A minute counts as 1,000 tokens. */
export function readTranscriptUsage(sent: unknown): Partial<Usage> | undefined {
  if (!isRecord(sent)) return undefined;
  if (sent.type !== 'duration') return readSilentUsage(sent);
  const { seconds } = sent;
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds < 1e6)) return undefined;
  const begun = Math.ceil(seconds);
  return { input: Math.round((begun / 60) * 1000), output: 0, seconds: begun };
}

/** Images are drawn with tokens of images, which some models report next to tokens of text. */
export function readPictureUsage(sent: unknown): Partial<Usage> | undefined {
  const usage = readSilentUsage(sent);
  if (!usage || !isRecord(sent)) return usage;
  const read = isRecord(sent.input_tokens_details) ? sent.input_tokens_details : {};
  const written = isRecord(sent.output_tokens_details) ? sent.output_tokens_details : {};
  const imageOutput = count(written.image_tokens) ?? usage.output ?? 0;
  return { ...usage, ...mediaOf(read, written), ...(imageOutput > 0 && { imageOutput }) };
}
