import * as z from 'zod/mini';
import { RelayError } from '../errors.ts';
import type { RawRequest, RelayRequest } from './dialect.ts';
import { camelCased } from './gemini-names.ts';
import { findSecondSpelling, findSpelling } from './known-fields.ts';
import { messageList } from './message-list.ts';
import {
  check,
  invalid,
  MAX_TOKENS,
  modelName,
  optionalInteger,
  readRequest,
  requestSchema,
} from './read-request.ts';

/** Parses only the fields that the gateway needs; unknown fields are passed on. @throws {RelayError} 400 */
export function parse(sent: RawRequest): RelayRequest {
  const { model, task, query } = readAddress(sent.url);
  const stream = task === 'streamGenerateContent';
  const { request } = readRequest(sent, schema);
  const { maxOutputTokens, candidateCount } = configOf(request.json);
  const choices = candidateCount ?? 1;
  return {
    model,
    stream,
    includeUsage: true,
    maxOutput: maxOutputTokens ? maxOutputTokens * choices : undefined,
    choices,
    asList: stream && query.get('alt') !== 'sse',
    ...request,
  };
}

/** Parses a request whose response has no text: an embedding, or a count. @throws {RelayError} 400 */
export function parseSilent(sent: RawRequest): RelayRequest {
  const { model, task } = readAddress(sent.url);
  const { request } = readRequest(sent, z.looseObject({}));
  const twice = findSecondSpelling(request.json);
  if (twice) throw invalid(twice, 'duplicate');
  const rest = { stream: false, includeUsage: false, maxOutput: 0, choices: 1 };
  return { model, task, ...rest, ...request };
}

function readAddress(url: string): { model: string; task: string; query: URLSearchParams } {
  const [path = '', query] = url.split('?', 2);
  const [, name = '', task = ''] = /\/models\/(.+):(\w+)$/.exec(path) ?? [];
  let model = name;
  try {
    model = decodeURIComponent(name);
  } catch {
    throw invalid('model', 'undecodable');
  }
  if (!z.safeParse(modelName, model).success) throw new RelayError(400, 'field_required', { field: 'model' });
  return { model, task, query: new URLSearchParams(query) };
}

/** Google accepts both spellings. */
function configOf(json: RelayRequest['json']): z.output<typeof config> {
  const twice = findSecondSpelling(json);
  if (twice) throw invalid(twice, 'duplicate');
  const sent = (json.generationConfig ?? json.generation_config ?? {}) as Record<string, unknown>;
  const twiceInside = findSecondSpelling(sent);
  if (twiceInside) throw invalid(`generationConfig.${twiceInside}`, 'duplicate');
  for (const key of Object.keys(sent)) {
    const spelling = findSpelling(key);
    if (spelling) throw invalid(`generationConfig.${key}`, 'spelling', { name: spelling });
  }
  return check(config, camelCased(sent) as Record<string, unknown>);
}

const config = z.looseObject({
  maxOutputTokens: optionalInteger(0, MAX_TOKENS),
  candidateCount: optionalInteger(1, 128),
});

const schema = requestSchema({ contents: messageList().check(z.minLength(1)) });
