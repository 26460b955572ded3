import * as z from 'zod/mini';
import { FieldUntold } from '../../core/chat.ts';
import { run } from './cloudflare-run.ts';
import type { Json, Operation } from './provider.ts';
import { allowOnly } from './rephrasing.ts';

/**
 * Texts read aloud. Aura takes a voice and a format and answers with sound; MeloTTS has one voice a language and answers
 * with JSON that holds the sound: https://developers.cloudflare.com/workers-ai/models/aura-1/ and …/melotts/
 */
export const speech: Operation = {
  ...run,
  native: 'audio/speech',
  streamUsage: false,
  anyAnswer: true,
  sound: true,
  readUsage: () => undefined,
  rephrase: {
    request(body, { model }) {
      const { speed, stream_format, ...rest } = body;
      if (typeof speed === 'number' && speed !== 1) throw new FieldUntold('speed');
      if (stream_format && stream_format !== 'audio') throw new FieldUntold('stream_format');
      allowOnly(rest, ['input', 'voice', 'response_format']);
      return model.includes('/deepgram/') ? forAura(body) : forMelo(body);
    },
    answer(body) {
      const bytes = Buffer.from(z.parse(soundSchema, body).result.audio, 'base64');
      const isWave = bytes.subarray(0, 4).toString('latin1') === 'RIFF';
      return { bytes, contentType: isWave ? 'audio/wav' : 'audio/mpeg' };
    },
  },
};

function forAura({ input, voice, response_format: format }: Json): Json {
  const encoding = encodings.get(String(format ?? 'mp3'));
  if (!encoding) throw new FieldUntold('response_format');
  return { text: input, ...(voice !== undefined && { speaker: voice }), ...encoding };
}

/** What OpenAI calls a format; bare samples are the 24 kHz that its own are. */
const encodings: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['mp3', { encoding: 'mp3' }],
  ['aac', { encoding: 'aac' }],
  ['flac', { encoding: 'flac' }],
  ['opus', { encoding: 'opus', container: 'ogg' }],
  ['wav', { encoding: 'linear16', container: 'wav' }],
  ['pcm', { encoding: 'linear16', container: 'none', sample_rate: 24_000 }],
]);

/** A voice is the language to speak: `en`, `fr`, `zh`. */
function forMelo({ input, voice, response_format: format }: Json): Json {
  if (format && format !== 'mp3') throw new FieldUntold('response_format');
  if (voice && !/^[a-z]{2}$/.test(String(voice))) throw new FieldUntold('voice');
  return { prompt: input, ...(voice ? { lang: voice } : {}) };
}

const soundSchema = z.object({ result: z.object({ audio: z.string().check(z.minLength(1)) }) });
