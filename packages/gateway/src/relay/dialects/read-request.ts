import * as z from 'zod/mini';
import type { JsonExcess, JsonLimits } from '../../core/json-scan.ts';
import { type ReasonText, reasonText, type Values } from '../../core/texts/texts.ts';
import { type RelayCode, RelayError } from '../errors.ts';
import { type Member, toMembers } from '../request/body.ts';
import { type JsonObject, type ParsedBody, parseScanned, scanBody } from '../request/body-scan.ts';
import type { RawRequest, RelayRequest } from './dialect.ts';
import { reasonOf } from './field-reason.ts';
import { findSpelling, findVagueReference } from './known-fields.ts';

/** A parsed JSON body. `json`, `body`, `members` and `readWhole` are fields of `RelayRequest`. */
export interface ReadRequest<S extends z.core.$ZodType> {
  readonly data: z.output<S>;
  readonly request: {
    readonly json: JsonObject;
    readonly body: Buffer;
    readonly members: readonly Member[];
    readonly readWhole?: () => JsonObject;
  };
}

/**
 * Parses the fields of a JSON body that the gateway needs. Limits the cost before anything is built from the
 * body.
 *
 * @param isValid recognizes usual bodies faster than the schema, which then only words errors. It may return
 * true only for what the schema accepts unchanged.
 * @throws {RelayError} 400 that names the field
 */
export function readRequest<S extends z.core.$ZodType>(
  { body, scan: scanned }: Pick<RawRequest, 'body' | 'scan'>,
  schema: S,
  isValid: (json: JsonObject) => boolean = never,
): ReadRequest<S> {
  const scan = scanned ?? scanBody(body);
  if (!scan.isUtf8) throw notJson('not_utf8');
  if (scan.excess) throw tooMuch(scan.excess);
  const { json, readWhole } = parse(() => parseScanned(body, scan));
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw notJson('not_object');
  const members = toMembers(body, scan.fields);
  const twice = firstDuplicate(members);
  if (twice !== undefined) throw invalid(twice, 'duplicate');
  for (const { key } of members) {
    const spelling = findSpelling(key);
    if (spelling) throw invalid(key, 'spelling', { name: spelling });
  }
  const object = json as JsonObject;
  const vague = findVagueReference(object);
  if (vague) throw invalid(vague, 'not_id');
  return {
    data: isValid(object) ? (object as z.output<S>) : check(schema, object),
    request: { json: object, body, members, ...(readWhole && { readWhole }) },
  };
}

/** @throws {RelayError} 400 that names the first invalid field */
export function check<S extends z.core.$ZodType>(schema: S, json: JsonObject): z.output<S> {
  const { success, data, error } = z.safeParse(schema, json);
  if (!success) throw toRelayError(error, json);
  return data;
}

export function invalid(field: string, reason: ReasonText, values: Values = {}): RelayError {
  return new RelayError(400, 'field_invalid', { field, reason: reasonText(reason, values) });
}

/** Creates the error for a feature that a provider of another format does not have. */
export function unsupported(field: string): RelayError {
  return new RelayError(400, 'field_unsupported', { field });
}

/** Checks bodies with other parsers. @throws {RelayError} 400 for more structure than any call has */
export function assertBounded({ body, scan = scanBody(body) }: Pick<RawRequest, 'body' | 'scan'>): void {
  if (!scan.isUtf8) throw notJson('not_utf8');
  if (scan.excess) throw tooMuch(scan.excess);
}

/** Creates the error, which names the limit and the field; a list at the top level has no field. */
function tooMuch({ limit, most, field }: JsonExcess): RelayError {
  return new RelayError(400, excessCodes[limit], { most, field: field || '(unnamed)' });
}

const excessCodes: Record<keyof JsonLimits, RelayCode> = {
  depth: 'json_too_deep',
  fields: 'json_too_many_fields',
  members: 'json_too_many_members',
  shapes: 'json_too_many_shapes',
  items: 'json_too_many_items',
  weight: 'json_too_heavy',
  escapes: 'json_too_heavy',
  numbers: 'json_too_heavy',
};

/** More tokens than any model writes; sums of larger numbers would no longer be exact. */
export const MAX_TOKENS = 2 ** 30;

export function optionalInteger(least: number, most: number) {
  return z.nullish(z.int().check(z.minimum(least), z.maximum(most)));
}

/**
 * Creates the schema of an object with ignored further members, which are absent from the `data` of
 * `readRequest`. Every call passes one. Zod compiles it to a function, which takes a third of the time of
 * `z.looseObject`.
 */
export function requestSchema<Shape extends z.core.$ZodShape>(
  shape: Shape,
): z.core.$ZodObject<Shape, z.core.$strip> {
  const schema: unknown = new z.core.$ZodObjectJIT({ type: 'object', shape });
  return schema as z.core.$ZodObject<Shape, z.core.$strip>;
}

export const MAX_MODEL_NAME = 255;

export const modelName = z.string().check(z.minLength(1), z.maxLength(MAX_MODEL_NAME));

function never(): boolean {
  return false;
}

/** The list of models of a request, as OpenRouter has it: https://openrouter.ai/docs/guides/routing/model-fallbacks */
export const modelNames = z.nullish(z.array(modelName).check(z.minLength(1), z.maxLength(8)));

/**
 * Returns the requested model, and with `models` all models to try in order. `model` may then be absent.
 *
 * @throws {RelayError} 400 without either
 */
export function readModels(data: {
  readonly model?: string | undefined;
  readonly models?: readonly string[] | null | undefined;
}): Pick<RelayRequest, 'model' | 'models'> {
  const [model, ...others] = [...(data.model === undefined ? [] : [data.model]), ...(data.models ?? [])];
  if (model === undefined) throw new RelayError(400, 'field_required', { field: 'model' });
  return data.models ? { model, models: [...new Set([model, ...others])] } : { model };
}

function parse(read: () => ParsedBody): ParsedBody {
  try {
    return read();
  } catch {
    throw notJson('json_syntax');
  }
}

function firstDuplicate(members: readonly Member[]): string | undefined {
  if (members.length <= FEW_MEMBERS) {
    for (let at = 1; at < members.length; at += 1)
      for (let before = 0; before < at; before += 1)
        if (members[before]?.key === members[at]?.key) return members[at]?.key;
    return undefined;
  }
  const seen = new Set<string>();
  for (const { key } of members) {
    if (seen.has(key)) return key;
    seen.add(key);
  }
  return undefined;
}

/** Up to this many members, comparing pairs is faster than building a set. */
const FEW_MEMBERS = 8;

function toRelayError({ issues }: z.core.$ZodError, json: JsonObject): RelayError {
  const [issue] = issues;
  const field = issue?.path.join('.') ?? '';
  const first = String(issue?.path[0] ?? '');
  const absent = issue?.path.length === 1 && (json[first] === undefined || json[first] === '');
  if (absent || !issue) return new RelayError(400, 'field_required', { field });
  const [reason, values] = reasonOf(issue);
  return invalid(field, reason, values);
}

function notJson(reason: ReasonText): RelayError {
  return new RelayError(400, 'body_not_json', { reason: reasonText(reason) });
}
