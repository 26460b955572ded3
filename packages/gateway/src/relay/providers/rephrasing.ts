import { FieldUntold } from '../../core/chat.ts';
import type { Json } from './provider.ts';

/**
 * Checks that nothing was asked for which the vendor cannot be told. Null is as good as absent; the model and who the
 * end user is are ours to tell or not.
 *
 * @throws {FieldUntold} the first field that is none of `known`
 */
export function allowOnly(body: Json, known: readonly string[]): void {
  const own = new Set(['model', 'user', ...known]);
  for (const [field, value] of Object.entries(body))
    if (!own.has(field) && value !== null && value !== undefined) throw new FieldUntold(field);
}

/** The texts that vectors are wanted for. Tokens instead of texts only their maker can read. @throws {FieldUntold} */
export function textsIn({ input }: Json): string[] {
  const texts = Array.isArray(input) ? (input as unknown[]) : [input];
  if (!texts.every((text) => typeof text === 'string')) throw new FieldUntold('input');
  return texts;
}

/** What a request for vectors may say beside them. @throws {FieldUntold} */
export function allowVectorFields(body: Json): void {
  allowOnly(body, ['input', 'dimensions', 'encoding_format']);
  const { encoding_format: format } = body;
  if (format && format !== 'float' && format !== 'base64') throw new FieldUntold('encoding_format');
}

/** Vectors in OpenAI's words; as bytes of 32-bit fractions where these were asked for, as OpenAI's own clients do. */
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
 * What a request for pictures may say to a vendor that draws in one quality and sends each picture in one form.
 *
 * @throws {FieldUntold}
 */
export function allowPictureFields(body: Json, form: 'url' | 'b64_json', more: readonly string[] = []): void {
  const { quality, response_format, ...rest } = body;
  if (response_format && response_format !== form) throw new FieldUntold('response_format');
  if (quality && quality !== 'standard' && quality !== 'auto') throw new FieldUntold('quality');
  const asked = Object.entries(rest).filter(([, value]) => value !== 'auto');
  allowOnly(Object.fromEntries(asked), ['prompt', 'n', ...more]);
}

/** Width and height in pixels; nothing where the vendor may choose. @throws {FieldUntold} for what is no size */
export function pixels({ size }: Json): [width: number, height: number] | undefined {
  if (size === undefined || size === null || size === '' || size === 'auto') return undefined;
  const sides = /^(\d{2,5})[x*](\d{2,5})$/.exec(String(size));
  if (!sides) throw new FieldUntold('size');
  return [Number(sides[1]), Number(sides[2])];
}
