import * as z from 'zod/mini';
import { UnsupportedFieldError } from '../../core/chat.ts';
import { allowOnly } from './adapting.ts';
import { BY_KEY } from './auth.ts';
import { findRunFault, runAddress, takesBytes } from './cloudflare-run.ts';
import { findTranscriptUsage, readTranscriptUsage } from './endpoint-usage.ts';
import { isRecord } from './openai-usage.ts';
import { CHUNKS, JSON_OR_SSE } from './operation.ts';
import type { Json, Operation } from './provider.ts';

/** Transcribes a recording: https://developers.cloudflare.com/workers-ai/models/whisper-large-v3-turbo/ */
export function transcripts(native: 'audio/transcriptions' | 'audio/translations', task: string): Operation {
  return {
    native,
    address: runAddress,
    findFault: findRunFault,
    stream: CHUNKS,
    auth: BY_KEY,
    transport: JSON_OR_SSE,
    usage: {
      find: ({ result }) =>
        findTranscriptUsage({ duration: isRecord(result) ? lengthOf(result) : undefined }),
      read: readTranscriptUsage,
    },
    translate: {
      kind: 'endpoint',
      adapter: {
        request(form, { model }, file = Buffer.alloc(0)) {
          const { response_format, language, prompt } = form;
          if (response_format && response_format !== 'json')
            throw new UnsupportedFieldError('response_format');
          const known = takesBytes(model) ? [] : ['language', 'prompt'];
          allowOnly(form, ['response_format', ...known]);
          if (takesBytes(model) && task === 'translate') throw new UnsupportedFieldError('model');
          if (takesBytes(model)) return file;
          const hints = {
            ...(language !== undefined && { language }),
            ...(prompt !== undefined && { initial_prompt: prompt }),
          };
          return { audio: file.toString('base64'), task, ...hints };
        },
        answer: (body) => ({ text: z.parse(transcriptSchema, body).result.text }),
      },
    },
  };
}

function lengthOf({ transcription_info: info }: Json): unknown {
  return isRecord(info) ? info.duration : undefined;
}

const transcriptSchema = z.object({ result: z.object({ text: z.string() }) });
