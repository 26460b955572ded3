import { expect, test } from 'vitest';
import { transcriptTokens } from './transcript-tokens.ts';

test('a hold follows from the length when the recording is short', () => {
  const { held } = transcriptTokens('gpt-4o-transcribe', 60, 30);
  expect(held).toEqual({ promptTokens: 60 * 20 + 30, outputTokens: 1200 });
});

test("a hold ends at the model's maximum when the recording is long", () => {
  const { held } = transcriptTokens('gpt-4o-mini-transcribe-2025-12-15', 36_000, 0);
  expect(held).toEqual({ promptTokens: 16_000, outputTokens: 2000 });
});

test('a hold has no answer tokens when the model is billed by time', () => {
  expect(transcriptTokens('whisper-1', 60, 0).held).toEqual({ promptTokens: 1200, outputTokens: 0 });
});

test('a report of ten seconds is believed when a recording is shorter', () => {
  expect(transcriptTokens('whisper-large-v3', 0.1, 0).mostReported.promptTokens).toBe(200);
});
