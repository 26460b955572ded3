import type { RelayRequest } from '../dialects/dialect.ts';

type Json = Readonly<Record<string, unknown>>;

/** The schemas of the answer in formats whose settings are no part of the prompt. */
export function findSettingSchemas(json: RelayRequest['json']): unknown[] {
  const format = at(json.output_config, 'format') ?? json.output_format;
  const config = json.generationConfig ?? json.generation_config;
  const names = ['responseSchema', 'response_schema', 'responseJsonSchema', 'response_json_schema'];
  return [at(format, 'schema'), ...names.map((name) => at(config, name))].filter(isPresent);
}

/**
 * The most tokens that the schemas of the answer add to a counted prompt. Vendors without schemas get theirs as JSON
 * in the prompt, and its signs are not counted. A token of JSON has at least two bytes on average.
 */
export function schemaBound(json: RelayRequest['json']): number {
  const chat = at(at(json.response_format, 'json_schema'), 'schema');
  const responses = at(at(json.text, 'format'), 'schema');
  const schemas = [chat, responses, ...findSettingSchemas(json)].filter(isPresent);
  const bytes = schemas.reduce<number>((sum, each) => sum + Buffer.byteLength(JSON.stringify(each)), 0);
  return Math.ceil(bytes / 2);
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Json)[name] : undefined;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}
