import { type ReasonText, reasonText, type Values } from '../../core/texts/texts.ts';
import type { RawRequest } from '../dialects/dialect.ts';
import { assertBounded } from '../dialects/read-request.ts';
import { RelayError } from '../errors.ts';
import { readJson } from './fields.ts';

export type SongBody = Readonly<Record<string, unknown>>;

const DEFAULT_VERSION = 'chirp-v3-0';
const texts = [
  ...['gpt_description_prompt', 'prompt', 'mv', 'title', 'tags'],
  ...['task_id', 'continue_clip_id'],
];

/**
 * Parses a song request, with the default model version.
 *
 * @throws {RelayError} 400 with the console API's codes
 */
export function parseSong(action: string, sent: RawRequest): SongBody {
  if (action !== 'MUSIC' && action !== 'LYRICS') throw invalid('no_action', { action: action.slice(0, 50) });
  const body = parseSent(sent);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('body_not_object');
  const fields = body as SongBody;
  for (const name of texts) {
    const value = fields[name];
    if (value !== undefined && value !== null && typeof value !== 'string')
      throw invalid('field_not_string', { field: name });
  }
  if (action === 'LYRICS' && !fields.prompt) throw new RelayError(400, 'prompt_empty');
  if (fields.continue_clip_id && !fields.task_id) throw invalid('clip_needs_task');
  return action === 'MUSIC' && !fields.mv ? { ...fields, mv: DEFAULT_VERSION } : fields;
}

/** `null` when it is not JSON. @throws {RelayError} 400 for more structure than any call has */
export function parseSent(sent: RawRequest): unknown {
  assertBounded(sent);
  return readJson(sent.body.toString('utf8'));
}

function invalid(reason: ReasonText, values: Values = {}): RelayError {
  return new RelayError(400, 'invalid_request', { reason: reasonText(reason, values) });
}
