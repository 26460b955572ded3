import * as z from 'zod/mini';
import { UnsupportedFieldError } from '../../core/chat.ts';
import { allowOnly, allowPictureFields, pixels } from './adapting.ts';
import { BY_KEY } from './auth.ts';
import { cloudflareEvents } from './cloudflare-events.ts';
import { findRunFault, runAddress } from './cloudflare-run.ts';
import { speech } from './cloudflare-speech.ts';
import { transcripts } from './cloudflare-transcripts.ts';
import { isRecord, readUsage } from './openai-usage.ts';
import { CHUNKS, NO_USAGE } from './operation.ts';
import type { Operation } from './provider.ts';

const completions: Operation = {
  native: 'completions',
  address: runAddress,
  findFault: findRunFault,
  stream: { kind: 'chunks', reportsUsage: true },
  auth: BY_KEY,
  transport: { kind: 'framed', toSse: cloudflareEvents },
  usage: {
    find: ({ result, usage }) => (isRecord(result) ? result.usage : usage),
    read: (usage) => readUsage(usage, {}),
  },
  translate: {
    kind: 'endpoint',
    adapter: {
      request(body) {
        const { prompt, n, best_of, stream_options: _, ...rest } = body;
        const [text, ...more] = Array.isArray(prompt) ? (prompt as unknown[]) : [prompt];
        if (typeof text !== 'string' || more.length > 0) throw new UnsupportedFieldError('prompt');
        if (typeof n === 'number' && n > 1) throw new UnsupportedFieldError('n');
        if (typeof best_of === 'number' && best_of > 1) throw new UnsupportedFieldError('best_of');
        allowOnly(rest, completionFields);
        const given = Object.entries(rest).filter(([field, value]) => value !== null && field !== 'model');
        return { prompt: text, ...Object.fromEntries(given.filter(([field]) => field !== 'user')) };
      },
      answer(body, model) {
        const { response, usage } = z.parse(textSchema, body).result;
        const choice = { index: 0, text: response, logprobs: null, finish_reason: 'stop' };
        return { id: 'cmpl-run', object: 'text_completion', created: 0, model, choices: [choice], usage };
      },
    },
  },
};

const completionFields = [
  ...['max_tokens', 'temperature', 'top_p', 'top_k', 'seed', 'stream'],
  ...['frequency_penalty', 'presence_penalty', 'repetition_penalty'],
];
const textSchema = z.object({
  result: z.object({ response: z.string(), usage: z.optional(z.unknown()) }),
});

const pictures: Operation = {
  native: 'images/generations',
  address: runAddress,
  findFault: findRunFault,
  stream: CHUNKS,
  auth: BY_KEY,
  transport: { kind: 'any' },
  usage: NO_USAGE,
  translate: {
    kind: 'endpoint',
    adapter: {
      request(body, { model }) {
        const hasSize = takesSize.test(model);
        allowPictureFields(body, 'b64_json', hasSize ? ['seed', 'size'] : ['seed']);
        const { prompt, seed, n } = body;
        if (typeof n === 'number' && n > 1) throw new UnsupportedFieldError('n');
        const [width, height] = (hasSize && pixels(body)) || [];
        return { prompt, ...(seed !== undefined && { seed }), ...(width && { width, height }) };
      },
      // Some models return the picture itself, others JSON with it.
      answer(body, _, __, { bytes, contentType }) {
        const isPicture = contentType.startsWith('image/');
        const b64_json = isPicture ? bytes.toString('base64') : z.parse(pictureSchema, body).result.image;
        return { created: 0, data: [{ b64_json }] };
      },
    },
  },
};

const takesSize = /\/(?:stable-diffusion|dreamshaper|phoenix|lucid)/;

const pictureSchema = z.object({ result: z.object({ image: z.string() }) });

export const cloudflareRuns: readonly Operation[] = [
  completions,
  transcripts('audio/transcriptions', 'transcribe'),
  transcripts('audio/translations', 'translate'),
  pictures,
  speech,
];
