import { RelayError } from '../errors.ts';
import { type FormPart, findParts } from '../multipart.ts';
import type { Asked, Sent } from './dialect.ts';
import { invalid } from './read-request.ts';

/** A form, as far as it is read: plain fields as text, files as parts of the body. */
export interface Form {
  fields: ReadonlyMap<string, string>;
  files: readonly FormPart[];
}

const MAX_FIELD_BYTES = 1024 * 1024;

/** @throws {RelayError} 400 when it is no form, or says something twice */
export function readForm({ body, headers }: Sent): Form {
  const parts = findParts(body, headers['content-type'] ?? '');
  if (!parts) throw new RelayError(400, 'body_not_form');
  const fields = new Map<string, string>();
  for (const { name, filename, start, end } of parts) {
    if (filename !== undefined) continue;
    if (fields.has(name) && !name.endsWith('[]')) throw invalid(name, 'it is there twice');
    if (end - start > MAX_FIELD_BYTES) throw invalid(name, 'it is too long');
    fields.set(name, body.toString('utf8', start, end));
  }
  return { fields, files: parts.filter(({ filename }) => filename !== undefined) };
}

/** A form that is answered without writing, its bytes kept. */
export function askedByForm(sent: Sent, { fields }: Form, defaultModel: string): Asked {
  const model = fields.get('model') || defaultModel;
  if (model.length > 255) throw invalid('model', 'it is too long');
  const facts = { model, stream: false, includeUsage: false, maxOutput: 0, choices: 1 };
  const contentType = sent.headers['content-type'] ?? '';
  // Words are looked for in the prompt, whatever carries it.
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
