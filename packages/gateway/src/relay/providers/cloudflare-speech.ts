import * as z from 'zod/mini';
import { UnsupportedFieldError } from '../../core/chat.ts';
import { allowOnly } from './adapting.ts';
import { BY_KEY } from './auth.ts';
import { findRunFault, runAddress } from './cloudflare-run.ts';
import { CHUNKS, NO_USAGE } from './operation.ts';
import type { Json, Operation } from './provider.ts';

/**
 * Text to speech. Aura accepts a voice and a format and returns audio. MeloTTS has one voice a language and
 * returns JSON with the audio: https://developers.cloudflare.com/workers-ai/models/aura-1/ and …/melotts/
 */
export const speech: Operation = {
  native: 'audio/speech',
  address: runAddress,
  findFault: findRunFault,
  stream: CHUNKS,
  auth: BY_KEY,
  transport: { kind: 'audio' },
  usage: NO_USAGE,
  translate: {
    kind: 'endpoint',
    adapter: {
      request(body, { model }) {
        const { speed, stream_format, ...rest } = body;
        if (typeof speed === 'number' && speed !== 1) throw new UnsupportedFieldError('speed');
        if (stream_format && stream_format !== 'audio') throw new UnsupportedFieldError('stream_format');
        allowOnly(rest, ['input', 'voice', 'response_format']);
        return model.includes('/deepgram/') ? forAura(body) : forMelo(body);
      },
      answer(body) {
        const bytes = Buffer.from(z.parse(soundSchema, body).result.audio, 'base64');
        const isWave = bytes.subarray(0, 4).toString('latin1') === 'RIFF';
        return { bytes, contentType: isWave ? 'audio/wav' : 'audio/mpeg' };
      },
    },
  },
};

function forAura({ input, voice, response_format: format }: Json): Json {
  const encoding = encodings.get(String(format ?? 'mp3'));
  if (!encoding) throw new UnsupportedFieldError('response_format');
  return { text: input, ...(voice !== undefined && { speaker: voice }), ...encoding };
}

/** OpenAI's names of formats; raw samples have 24 kHz, as OpenAI's do. */
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
  if (format && format !== 'mp3') throw new UnsupportedFieldError('response_format');
  if (voice && !/^[a-z]{2}$/.test(String(voice))) throw new UnsupportedFieldError('voice');
  return { prompt: input, ...(voice ? { lang: voice } : {}) };
}

const soundSchema = z.object({ result: z.object({ audio: z.string().check(z.minLength(1)) }) });
