import { isUtf8 } from 'node:buffer';
import * as z from 'zod/mini';
import { findExcess, MAX_JSON_DEPTH } from '../../core/json-excess.ts';
import { findMembers, type Member } from '../body.ts';
import { RelayError } from '../errors.ts';

export interface ReadRequest<S extends z.ZodMiniType> {
  json: Record<string, unknown>;
  members: readonly Member[];
  data: z.output<S>;
}

/** Reads a JSON body as far as we must understand it. @throws {RelayError} 400 that names the field */
export function readRequest<S extends z.ZodMiniType>(body: Buffer, schema: S): ReadRequest<S> {
  const json = readObject(body);
  const members = findMembers(body);
  const twice = firstDuplicate(members.map(({ key }) => key));
  if (twice !== undefined) throw invalid(twice, 'it is there twice');
  return { json, members, data: check(schema, json) };
}

/** @throws {RelayError} 400 that names the first field which is not as it should be */
export function check<S extends z.ZodMiniType>(schema: S, json: Record<string, unknown>): z.output<S> {
  const { success, data, error } = z.safeParse(schema, json);
  if (!success) throw toRelayError(error, json);
  return data;
}

export function invalid(field: string, reason: string): RelayError {
  return new RelayError(400, 'field_invalid', { field, reason });
}

/** What the caller asks for exists, but not at a provider that speaks otherwise. */
export function unsupported(field: string): RelayError {
  return new RelayError(400, 'field_unsupported', { field });
}

/** Above this an answer is longer than any model writes, and a sum of such numbers would no longer be exact. */
export const MAX_TOKENS = 2 ** 30;

export function optionalInteger(least: number, most: number) {
  return z.nullish(z.int().check(z.minimum(least), z.maximum(most)));
}

export const modelName = z.string().check(z.minLength(1), z.maxLength(255));

function readObject(body: Buffer): Record<string, unknown> {
  if (!isUtf8(body)) throw notJson('it is not UTF-8');
  const text = body.toString('utf8');
  if (isTooDeep(text)) throw notJson(`more than ${MAX_JSON_DEPTH} levels`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notJson('a syntax error');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw notJson('it is another value');
  return value as Record<string, unknown>;
}

/** Brackets in texts count too, which is why only a body with that many brackets is looked at closely. */
function isTooDeep(text: string): boolean {
  let opened = 0;
  for (let at = text.search(/[[{]/); at >= 0 && opened <= MAX_JSON_DEPTH; opened += 1)
    at = nextOpening(text, at + 1);
  if (opened <= MAX_JSON_DEPTH) return false;
  return findExcess(text) !== undefined;
}

function nextOpening(text: string, from: number): number {
  const brace = text.indexOf('{', from);
  const bracket = text.indexOf('[', from);
  if (brace < 0) return bracket;
  return bracket < 0 ? brace : Math.min(brace, bracket);
}

function firstDuplicate(keys: string[]): string | undefined {
  const seen = new Set<string>();
  for (const key of keys) {
    if (seen.has(key)) return key;
    seen.add(key);
  }
  return undefined;
}

function toRelayError({ issues }: z.core.$ZodError, json: Record<string, unknown>): RelayError {
  const [issue] = issues;
  const field = issue?.path.join('.') ?? '';
  const first = String(issue?.path[0] ?? '');
  const absent = issue?.path.length === 1 && (json[first] === undefined || json[first] === '');
  return absent ? new RelayError(400, 'field_required', { field }) : invalid(field, issue?.message ?? '');
}

function notJson(reason: string): RelayError {
  return new RelayError(400, 'body_not_json', { reason });
}
