import { RelayError } from '../errors.ts';
import { type FormPart, findParts } from '../request/multipart.ts';
import type { RawRequest, RelayRequest } from './dialect.ts';
import { findSpelling } from './known-fields.ts';
import { invalid } from './read-request.ts';

/** A parsed form: plain fields as text, files as parts of the body. */
export interface Form {
  fields: ReadonlyMap<string, string>;
  files: readonly FormPart[];
}

const MAX_FIELD_BYTES = 1024 * 1024;

/** @throws {RelayError} 400 when it is not a form, or a field is not as every server reads it */
export function readForm({ body, headers }: RawRequest): Form {
  const parts = findParts(body, headers['content-type'] ?? '');
  if (!parts) throw new RelayError(400, 'body_not_form');
  const fields = new Map<string, string>();
  for (const { name, filename, start, end } of parts) {
    const spelling = findSpelling(name);
    if (spelling) throw invalid(name, 'spelling', { name: spelling });
    if (filename !== undefined) {
      if (TEXTS.has(name)) throw invalid(name, 'not_file');
      continue;
    }
    if (fields.has(name) && !name.endsWith('[]')) throw invalid(name, 'duplicate');
    if (end - start > MAX_FIELD_BYTES) throw invalid(name, 'too_long');
    fields.set(name, body.toString('utf8', start, end));
  }
  return { fields, files: parts.filter(({ filename }) => filename !== undefined) };
}

/** Fields that decide what the call costs; some servers read them from a file as well. */
const TEXTS: ReadonlySet<string> = new Set([
  ...['model', 'n', 'prompt', 'size', 'quality', 'stream', 'seconds', 'duration', 'response_format'],
]);

/** Reads a switch of a form, or of a JSON body. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** Parses a form whose response has no text, and keeps its bytes. */
export function toFormRequest(sent: RawRequest, { fields }: Form, defaultModel: string): RelayRequest {
  const model = fields.get('model') || defaultModel;
  if (model.length > 255) throw invalid('model', 'too_long');
  const facts = { model, stream: false, includeUsage: false, maxOutput: 0, choices: 1 };
  const contentType = sent.headers['content-type'] ?? '';
  // Forbidden words are searched in the prompt in any format.
  const form = Object.fromEntries(fields);
  return {
    ...facts,
    json: { prompt: fields.get('prompt') },
    form,
    body: sent.body,
    members: [],
    contentType,
  };
}
