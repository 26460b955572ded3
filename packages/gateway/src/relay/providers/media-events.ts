import type { Usage } from '@tollgate/pricing';
import type { Part } from '../../core/chat.ts';
import { parseText } from '../../core/parse-text.ts';
import { readSilentUsage, readTranscriptUsage } from './endpoint-usage.ts';

/** Reads the events of a stream, for its usage and its end. */
type CreateReader = () => (data: string) => Part[];

interface MediaEvent {
  readonly type?: unknown;
  readonly delta?: unknown;
  readonly usage?: unknown;
  readonly message?: unknown;
  readonly error?: { readonly message?: unknown } | null;
}

/** https://platform.openai.com/docs/api-reference/audio/transcript-text-delta-event */
export const transcriptEvents: CreateReader = () => (data) => {
  const event = parseText(data) as MediaEvent;
  if (event.type === 'transcript.text.delta') return [{ type: 'text-delta', text: String(event.delta) }];
  return event.type === 'transcript.text.done' ? ended(readTranscriptUsage(event.usage)) : faultOf(event);
};

/** https://platform.openai.com/docs/api-reference/audio/speech-audio-delta-event */
export const speechEvents: CreateReader = () => (data) => {
  if (data.includes('"speech.audio.delta"')) return [];
  const event = parseText(data) as MediaEvent;
  return event.type === 'speech.audio.done' ? ended(readSilentUsage(event.usage)) : faultOf(event);
};

/**
 * Each picture has an end with its own usage: https://platform.openai.com/docs/api-reference/images-streaming. Previews
 * are not parsed, because each is a whole picture.
 */
export const pictureEvents: CreateReader = () => {
  let [input, output] = [0, 0];
  return (data) => {
    if (PREVIEW.test(data)) return [];
    const event = parseText(data) as MediaEvent;
    if (!PICTURE_END.test(String(event.type))) return faultOf(event);
    const usage = readSilentUsage(event.usage);
    if (!usage) return ended(undefined);
    input += usage.input ?? 0;
    output += usage.output ?? 0;
    return ended({ input, output });
  };
};

const PREVIEW = /"image_(?:generation|edit)\.partial_image"/;
const PICTURE_END = /^image_(?:generation|edit)\.completed$/;

function ended(usage: Partial<Usage> | undefined): Part[] {
  return [...(usage ? [{ type: 'usage', usage } as const] : []), { type: 'finish', reason: 'stop' }];
}

function faultOf({ type, error, message }: MediaEvent): Part[] {
  if (type !== 'error' && !error) return [];
  const words = error?.message ?? message;
  const text = typeof words === 'string' ? words : '';
  return [{ type: 'error', status: 502, kind: 'upstream_error', message: text }];
}
