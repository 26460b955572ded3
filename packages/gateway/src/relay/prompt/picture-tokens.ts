import type { TokenCounts } from '../dialects/measure.ts';
import { ADDED_TOKENS } from '../metering/report-tolerance.ts';

/** The fields of a picture request that decide its tokens. */
export interface PictureRequest {
  readonly model: string;
  readonly count: number;
  /** As in the request; `undefined` when the provider chooses. */
  readonly size?: string | undefined;
  readonly quality?: string | undefined;
  readonly promptBytes: number;
  /** Pictures to edit or to use as examples, including masks. */
  readonly inputPictures: number;
  /** Unfinished pictures that a stream shows before each picture. */
  readonly previews?: number;
}

/** Tokens of pictures: those that are held, for models known to report tokens, and the most of a report. */
export interface PictureTokens {
  readonly held?: TokenCounts;
  readonly mostReported: TokenCounts;
}

/**
 * The most tokens of a picture in the prompt. `gpt-image-1` counts 65 tokens, 129 for each part of 512
 * pixels, and up to 6,240 in high fidelity:
 * https://platform.openai.com/docs/guides/images-vision#calculating-costs
 */
const INPUT_PICTURE_TOKENS = 10_000;
/** https://platform.openai.com/docs/guides/image-generation#cost-and-latency */
const PREVIEW_TOKENS = 100;
/** A report beyond the documented maximum by more than this factor is wrong. */
const BELIEVED_FACTOR = 4;
/**
 * A picture of 4,096 x 4,096 pixels at one token for 256 pixels, as Doubao counts: the highest documented
 * count.
 */
const LARGEST_PICTURE = 65_536;

type Quality = 'low' | 'medium' | 'high';

/** Tokens of a picture by `gpt-image-1`, `-1-mini` and `-1.5`: https://platform.openai.com/docs/guides/image-generation#cost-and-latency */
const SIZES: Readonly<Record<string, Readonly<Record<Quality, number>>>> = {
  '1024x1024': { low: 272, medium: 1056, high: 4160 },
  '1024x1536': { low: 408, medium: 1584, high: 6240 },
  '1536x1024': { low: 400, medium: 1568, high: 6208 },
};
const LARGEST = '1024x1536';

/**
 * Parts of the longer edge for `gpt-image-2`, which draws any size. OpenAI publishes only a calculator:
 * https://developers.openai.com/api/docs/guides/image-generation#cost-and-latency. Its formula:
 * https://community.openai.com/t/gpt-image-2-output-pricing-calculator-online-and-in-your-code/1382699
 */
const EDGE_PARTS: Readonly<Record<Quality, number>> = { low: 16, medium: 48, high: 96 };
const MOST_PIXELS = 8_294_400;

/** The tokens that pictures can cost, for models paid by answer tokens. */
export function pictureTokens(request: PictureRequest): PictureTokens {
  const { model, count, promptBytes, inputPictures } = request;
  const promptTokens = promptBytes + inputPictures * INPUT_PICTURE_TOKENS;
  const perPicture = outputTokensOf(request);
  if (perPicture === undefined) {
    const mostPictures = model.startsWith('dall-e') ? 0 : count;
    return { mostReported: reportOf(promptTokens, mostPictures * LARGEST_PICTURE) };
  }
  const outputTokens = count * (perPicture + (request.previews ?? 0) * PREVIEW_TOKENS);
  const held = { promptTokens, outputTokens };
  return { held, mostReported: reportOf(promptTokens, outputTokens * BELIEVED_FACTOR) };
}

function reportOf(promptTokens: number, outputTokens: number): TokenCounts {
  return { promptTokens: promptTokens + ADDED_TOKENS, outputTokens };
}

/** The most tokens of one picture; `undefined` for models that are not known to report tokens. */
function outputTokensOf({ model, size, quality }: PictureRequest): number | undefined {
  const name = model.toLowerCase().replace(/^.*\//, '');
  // The provider chooses a value that is missing or unknown.
  const chosen: Quality = quality === 'low' || quality === 'medium' ? quality : 'high';
  if (/^gpt-image-1|^chatgpt-image/.test(name)) return (SIZES[size ?? LARGEST] ?? SIZES[LARGEST])?.[chosen];
  if (/^gpt-image/.test(name)) return freeSizeTokens(size, chosen);
  return undefined;
}

/** The formula of `gpt-image-2`. Without a size, at most the tokens of the most expensive usual size. */
function freeSizeTokens(size = '1024x1024', quality: Quality): number {
  const parts = EDGE_PARTS[quality];
  const edges = /^(\d{1,5})x(\d{1,5})$/.exec(size);
  const [width, height] = [Number(edges?.[1] ?? 0), Number(edges?.[2] ?? 0)];
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const isKnown = short > 0 && width * height <= MOST_PIXELS;
  const shortParts = isKnown ? Math.floor((2 * parts * short + long) / (2 * long)) : parts;
  const pixels = isKnown ? width * height : MOST_PIXELS;
  return Math.ceil((parts * shortParts * (2_000_000 + pixels)) / 4_000_000);
}
