import { UnsupportedFieldError } from '../../core/chat.ts';
import type { Json } from './provider.ts';

/**
 * Asserts that the request has only fields that the vendor supports. Ignores null values, the model and the
 * end user.
 *
 * @throws {UnsupportedFieldError} the first field that is not in `known`
 */
export function allowOnly(body: Json, known: readonly string[]): void {
  const own = new Set(['model', 'user', ...known]);
  for (const [field, value] of Object.entries(body))
    if (!own.has(field) && value !== null && value !== undefined) throw new UnsupportedFieldError(field);
}

/**
 * Returns the texts to embed. Only the vendor of the tokenizer can read tokens.
 *
 * @throws {UnsupportedFieldError}
 */
export function textsIn({ input }: Json): string[] {
  const texts = Array.isArray(input) ? (input as unknown[]) : [input];
  if (!texts.every((text) => typeof text === 'string')) throw new UnsupportedFieldError('input');
  return texts;
}

/** Asserts that an embeddings request has only supported fields. @throws {UnsupportedFieldError} */
export function allowVectorFields(body: Json): void {
  allowOnly(body, ['input', 'dimensions', 'encoding_format']);
  const { encoding_format: format } = body;
  if (format && format !== 'float' && format !== 'base64') throw new UnsupportedFieldError('encoding_format');
}

/** Formats embeddings for OpenAI, as bytes of 32-bit floats if requested, as OpenAI's own clients do. */
export function toVectors(
  vectors: readonly number[][],
  model: string,
  { encoding_format: format }: Json,
  tokens: number | undefined,
): unknown {
  const written = (values: number[]) =>
    format === 'base64' ? Buffer.from(Float32Array.from(values).buffer).toString('base64') : values;
  return {
    object: 'list',
    model,
    data: vectors.map((values, index) => ({ object: 'embedding', index, embedding: written(values) })),
    ...(tokens !== undefined && { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
  };
}

/**
 * Asserts that a picture request fits a vendor with one quality and one output format.
 *
 * @throws {UnsupportedFieldError}
 */
export function allowPictureFields(body: Json, form: 'url' | 'b64_json', more: readonly string[] = []): void {
  const { quality, response_format, ...rest } = body;
  if (response_format && response_format !== form) throw new UnsupportedFieldError('response_format');
  if (quality && quality !== 'standard' && quality !== 'auto') throw new UnsupportedFieldError('quality');
  const requested = Object.entries(rest).filter(([, value]) => value !== 'auto');
  allowOnly(Object.fromEntries(requested), ['prompt', 'n', ...more]);
}

/**
 * Returns width and height in pixels; undefined when the vendor may choose. @throws {UnsupportedFieldError}
 * for an invalid size
 */
export function pixels({ size }: Json): [width: number, height: number] | undefined {
  if (size === undefined || size === null || size === '' || size === 'auto') return undefined;
  const sides = /^(\d{2,5})[x*](\d{2,5})$/.exec(String(size));
  if (!sides) throw new UnsupportedFieldError('size');
  return [Number(sides[1]), Number(sides[2])];
}
