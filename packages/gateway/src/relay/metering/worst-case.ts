import { type Price, type UsageKinds, worstQuota } from '@tollgate/pricing';
import type { RelayRequest } from '../dialects/dialect.ts';
import { overheadOf } from '../prompt/prompt.ts';
import { sourcesOf } from '../prompt/prompt-sources.ts';
import { toolBoundsOf } from './paid-tools.ts';
import { possibleTiers } from './service-tier.ts';

/** The most that a call can cost with this many answer tokens, in quota units. */
export type WorstCost = (output: number) => number;

/** A prompt as it bounds the cost of a call. */
export interface WorstPrompt {
  readonly tokens: number;
  readonly kinds: HeldKinds;
}

/** What may make a call more expensive than its tokens. */
export type HeldKinds = Pick<UsageKinds, 'mayWriteCache' | 'tiers' | 'tools' | 'seconds'>;

/**
 * `mayWriteCache`: the provider may write the prompt to its cache, which costs more than to read it. `isOpen`: the
 * fees of tools are left out, like all that the request only refers to.
 */
export function heldKindsOf(
  price: Price,
  relayRequest: RelayRequest,
  { mayWriteCache, isOpen = false }: { readonly mayWriteCache: boolean; readonly isOpen?: boolean },
): HeldKinds {
  const { seconds } = relayRequest.measure ?? {};
  return {
    mayWriteCache,
    ...(seconds && { seconds: seconds.most }),
    ...(price.tiers && { tiers: possibleTiers(price, relayRequest) }),
    ...(price.fees && !isOpen && { tools: toolBoundsOf(relayRequest).held }),
  };
}

/** The most that a call with this prompt can cost. Some models price audio and images many times higher. */
export function worstOf(price: Price, relayRequest: RelayRequest, { tokens, kinds }: WorstPrompt): WorstCost {
  const hasMediaPrice =
    price.audioRatio !== 1 || price.imageRatio !== undefined || price.imageOutputRatio !== undefined;
  if (!hasMediaPrice) return (output) => worstQuota(price, tokens, output, kinds);
  const audioInput = Math.min(tokens, overheadOf(relayRequest));
  const imageInput = showsImages(relayRequest) ? tokens : 0;
  const hasAudio = requestsAudio(relayRequest);
  const hasImages = mayDraw(relayRequest);
  return (output) =>
    worstQuota(price, tokens, output, {
      ...kinds,
      audio: { input: audioInput, output: hasAudio ? output : 0 },
      images: { input: imageInput, output: hasImages ? output : 0 },
    });
}

/** The most that reported tokens can cost, in quota units; 0 when the price does not depend on tokens. */
export function worstReport(price: Price, relayRequest: RelayRequest): number {
  const held = relayRequest.measure?.held;
  return held && price.kind === 'tokens'
    ? worstOf(price, relayRequest, { tokens: held.promptTokens, kinds: {} })(held.outputTokens)
    : 0;
}

const MILLION = 1_000_000;

/** The answer tokens that `amount` pays for. */
export function affordableOutput(worstCost: WorstCost, amount: number): number {
  const prompt = worstCost(0);
  const perMillion = worstCost(MILLION) - prompt;
  if (perMillion <= 0) return Number.POSITIVE_INFINITY;
  let tokens = Math.max(0, Math.floor(((amount - prompt) * MILLION) / perMillion));
  // Prices are rounded up to whole units.
  while (tokens > 0 && worstCost(tokens) > amount) tokens -= 1;
  return tokens;
}

/** Whether a part of the answer may be audio. */
export function requestsAudio({ json }: Pick<RelayRequest, 'json'>): boolean {
  return modalitiesOf(json).includes('audio');
}

/** Whether a part of the prompt may be images. */
export function showsImages(relayRequest: RelayRequest): boolean {
  if (relayRequest.measure) return true;
  const { hasMedia, isHidden } = sourcesOf(relayRequest);
  return hasMedia || isHidden;
}

/** Whether a part of the answer may be images. Models named after images draw by default. */
export function mayDraw({ json, model, measure }: RelayRequest): boolean {
  return measure !== undefined || /image|banana/.test(model) || modalitiesOf(json).includes('image');
}

/** The requested kinds of output, in OpenAI's and in Google's field. */
function modalitiesOf({ modalities, generationConfig, generation_config }: RelayRequest['json']): string[] {
  const config = (generationConfig ?? generation_config ?? {}) as Record<string, unknown>;
  return [modalities, config.responseModalities, config.response_modalities]
    .flat()
    .map((each) => String(each).toLowerCase());
}
