import { RelayError } from '../errors.ts';
import { recordingOf } from '../prompt/recording.ts';
import { LEAST_SECONDS, transcriptTokens } from '../prompt/transcript-tokens.ts';
import type { RawRequest, RelayRequest } from './dialect.ts';
import { endpoint } from './endpoint.ts';
import { isTrue, readForm, toFormRequest } from './form.ts';

/** https://platform.openai.com/docs/api-reference/audio/createTranscription */
export const transcriptions = endpoint('audio/transcriptions', byRecording);
export const translations = endpoint('audio/translations', byRecording);

/**
 * A minute of a recording counts as 1,000 tokens; its length is read from the file until the provider reports
 * it.
 */
function byRecording(sent: RawRequest): RelayRequest {
  const form = readForm(sent);
  const file = form.files.find(({ name }) => name === 'file');
  if (!file) throw new RelayError(400, 'field_required', { field: 'file' });
  const recording = sent.body.subarray(file.start, file.end);
  const request = toFormRequest(sent, form, 'whisper-1');
  const { seconds, isExact, mostSeconds } = recordingOf(recording);
  const stated = Math.ceil(Math.min(seconds, mostSeconds));
  const promptTokens = Math.round((stated / 60) * 1000);
  const textBytes = Buffer.byteLength(form.fields.get('prompt') ?? '');
  const { held, mostReported } = transcriptTokens(request.model, mostSeconds, textBytes);
  // The charge without a report is always held.
  const covered = { ...held, promptTokens: Math.max(held.promptTokens, promptTokens) };
  const lengths = { stated, most: Math.max(LEAST_SECONDS, Math.ceil(mostSeconds)) };
  const measure = { promptTokens, seconds: lengths, isEstimate: !isExact, held: covered, mostReported };
  return { ...request, stream: isTrue(form.fields.get('stream')), file: recording, measure };
}
