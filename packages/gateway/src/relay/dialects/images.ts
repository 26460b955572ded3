import * as z from 'zod/mini';
import { RelayError } from '../errors.ts';
import { pictureTokens } from '../prompt/picture-tokens.ts';
import type { RawRequest, RelayRequest } from './dialect.ts';
import { endpoint } from './endpoint.ts';
import { isTrue, readForm, toFormRequest } from './form.ts';
import type { Measure } from './measure.ts';
import { check, invalid, modelName, optionalInteger, readRequest } from './read-request.ts';

/** https://platform.openai.com/docs/api-reference/images */
export const imageGenerations = endpoint('images/generations', (sent) => {
  const { request, data } = readRequest(sent, generationBody);
  const model = data.model || 'dall-e';
  const facts = { model, stream: isTrue(data.stream), includeUsage: false, maxOutput: 0, choices: 1 };
  return { ...facts, ...request, measure: measureOf(model, data, listLength(data.image)) };
});

export const imageEdits = endpoint('images/edits', (sent) => byForm(sent, 'dall-e-2', true));
export const imageVariations = endpoint('images/variations', (sent) => byForm(sent, 'dall-e-2', false));

function byForm(sent: RawRequest, defaultModel: string, needsPrompt: boolean): RelayRequest {
  const form = readForm(sent);
  const relayRequest = toFormRequest(sent, form, defaultModel);
  if (!form.files.some(({ name }) => name === 'image' || name === 'image[]')) throw required('image');
  if (needsPrompt && !form.fields.get('prompt')) throw required('prompt');
  const { n, partial_images: previews, ...rest } = Object.fromEntries(form.fields);
  const numbers = { ...(n && { n: Number(n) }), ...(previews && { partial_images: Number(previews) }) };
  const data = check(pictureFields, { ...rest, ...numbers });
  const prompt = form.fields.get('prompt') ?? '';
  const measure = measureOf(relayRequest.model, { ...data, prompt }, form.files.length);
  return { ...relayRequest, stream: isTrue(data.stream), measure };
}

function required(field: string): RelayError {
  return new RelayError(400, 'field_required', { field });
}

/** Counts the input pictures of a generation: Doubao accepts one URL or a list. */
function listLength(pictures: unknown): number {
  if (Array.isArray(pictures)) return pictures.length;
  return pictures === undefined || pictures === null ? 0 : 1;
}

type Wanted = z.output<typeof pictureFields> & { readonly prompt: string };

/**
 * Larger and better pictures cost more: `price x size x quality x n`.
 *
 * @throws {RelayError} 400 for an invalid size
 */
function measureOf(model: string, wanted: Wanted, inputPictures: number): Measure {
  const n = wanted.n || 1;
  const size = wanted.size || '1024x1024';
  const quality = wanted.quality || 'standard';
  if (size.includes('×')) throw invalid('size', 'letter_x');
  const allowed = sizes.get(model);
  if (allowed && !allowed.includes(size)) throw invalid('size', 'one_of', { values: allowed.join(', ') });
  const isTall = size === '1024x1792' || size === '1792x1024';
  const qualityRatio = model === 'dall-e-3' && quality === 'hd' ? (isTall ? 1.5 : 2) : 1;
  return {
    pieces: n,
    ...pictureTokens({
      model,
      count: n,
      size: wanted.size === 'auto' ? undefined : wanted.size || undefined,
      quality: wanted.quality ?? undefined,
      promptBytes: Buffer.byteLength(wanted.prompt),
      inputPictures,
      previews: isTrue(wanted.stream) ? (wanted.partial_images ?? 0) : 0,
    }),
    // Ratios have at most two decimals, numbers of pictures none.
    times: Math.round((sizeRatios.get(size) ?? 1) * qualityRatio * n * 100) / 100,
    dollarsPerRatio: 0.0025,
    note: { image_count: n, image_size: size, image_quality: quality },
  };
}

const small = ['256x256', '512x512', '1024x1024'];
const sizes = new Map(
  Object.entries<readonly string[]>({
    'dall-e': small,
    'dall-e-2': small,
    'dall-e-3': ['1024x1024', '1024x1792', '1792x1024'],
  }),
);
const sizeRatios = new Map(
  Object.entries<number>({
    '256x256': 0.4,
    '512x512': 0.45,
    '1024x1792': 2,
    '1792x1024': 2,
  }),
);

const fields = {
  n: optionalInteger(0, 128),
  size: z.nullish(z.string().check(z.maxLength(20))),
  quality: z.nullish(z.string().check(z.maxLength(20))),
  stream: z.nullish(z.union([z.boolean(), z.string()])),
  partial_images: optionalInteger(0, 10),
};
const pictureFields = z.looseObject(fields);
const generationBody = z.looseObject({
  ...fields,
  model: z.nullish(modelName),
  prompt: z.string().check(z.minLength(1)),
});
