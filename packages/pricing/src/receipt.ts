import { type BilledCall, type BilledRow, readBilledRow, readCheckpoint } from './billed-row.ts';
import type { Price, PriceStep } from './price.ts';
import { quotaOf, splitUsage } from './quota.ts';
import { ratesOf, stepOf, tierRatio } from './rates.ts';
import { type PaidTool, paidToolNames, paidTools, type Usage } from './usage.ts';

/** How the charge of one call was computed, so that anyone can recompute it. */
export interface Receipt {
  readonly price: Price;
  /** Each kind of token with its count and weight. Empty when tokens do not determine the price. */
  readonly lines: readonly ReceiptLine[];
  /** Fees of tools that the provider ran. */
  readonly fees: readonly ReceiptFee[];
  /** What multiplies all tokens. Their weights include it. */
  readonly step?: PriceStep;
  readonly tier?: { readonly name: string; readonly ratio: number };
  /** Seconds of a recording, when they determine the price. */
  readonly seconds?: number;
  /** Quota units according to the formula. */
  readonly computed: number;
}

/** Tokens of one price. Their share of the cost is `tokens x weight` of the sum of all lines. */
export interface ReceiptLine {
  readonly part: ReceiptPart;
  readonly tokens: number;
  /** Weight of one token, relative to a fresh prompt token. */
  readonly weight: number;
}

/** Uses of one tool of the provider, with a fixed price each. */
export interface ReceiptFee {
  readonly tool: PaidTool;
  readonly uses: number;
  /** Price of one use. */
  readonly dollars: number;
}

/** What the tokens of a line are; the console has a text for each. */
export type ReceiptPart =
  | 'prompt'
  | 'cached'
  | 'cache-creation'
  | 'cache-creation-hour'
  | 'completion'
  | 'text-input'
  | 'text-output'
  | 'audio-input'
  | 'audio-output'
  | 'image-input'
  | 'image-output';

/** @throws {AmountTooLargeError} when a row of another product has absurd numbers */
export function makeReceipt({ price, usage }: BilledCall): Receipt {
  const computed = quotaOf(price, usage);
  if (price.kind === 'second') return { price, lines: [], fees: [], seconds: usage.seconds, computed };
  if (price.kind !== 'tokens') return { price, lines: [], fees: [], computed };
  const step = stepOf(price, usage.input);
  const ratio = tierRatio(price, usage.tier);
  return {
    price,
    lines: linesOf(price, usage),
    fees: feesOf(price, usage),
    ...(step && { step }),
    ...(ratio !== 1 && { tier: { name: usage.tier, ratio } }),
    computed,
  };
}

/** Recomputes what a call cost from its row alone: the row's `quota`, to the unit. */
export function recomputeQuota(row: BilledRow): number {
  const call = readBilledRow(row, 0);
  return readCheckpoint(row) ?? (call ? quotaOf(call.price, call.usage) : 0);
}

function linesOf(price: Price, usage: Usage): ReceiptLine[] {
  const { fresh, audioInput, imageInput, output, audioOutput, imageOutput } = splitUsage(price, usage);
  const rates = ratesOf(price, usage);
  const isInputApart = audioInput + imageInput > 0;
  const isOutputApart = audioOutput + imageOutput > 0;
  const ofInput = (part: ReceiptPart, tokens: number, ratio: number) => ({
    part,
    tokens,
    weight: product(ratio, rates.input, rates.tier),
  });
  const ofOutput = (part: ReceiptPart, tokens: number, ratio: number) => ({
    part,
    tokens,
    weight: product(ratio, rates.output, rates.tier),
  });
  const lines: ReceiptLine[] = [
    ofInput(isInputApart ? 'text-input' : 'prompt', fresh, 1),
    ofInput('cached', usage.cachedInput, price.cacheRatio),
    ofInput('cache-creation', usage.cacheWrite, price.cacheWriteRatio),
    ofInput('cache-creation-hour', usage.cacheWriteHour, price.cacheWriteHourRatio),
    ofOutput(isOutputApart ? 'text-output' : 'completion', output, price.completionRatio),
    ofInput('audio-input', audioInput, price.audioRatio),
    ofOutput('audio-output', audioOutput, product(price.audioRatio, price.audioCompletionRatio)),
    ofInput('image-input', imageInput, price.imageRatio ?? 1),
    ofOutput('image-output', imageOutput, price.imageOutputRatio ?? price.completionRatio),
  ];
  return lines.filter(({ tokens }) => tokens > 0);
}

function feesOf({ fees }: Price, usage: Usage): ReceiptFee[] {
  return paidToolNames
    .map((tool) => ({ tool, uses: usage[paidTools[tool]], dollars: fees?.[tool] ?? 0 }))
    .filter(({ uses, dollars }) => uses > 0 && dollars > 0);
}

/** Without the noise of binary fractions. */
function product(...factors: number[]): number {
  return Number(factors.reduce((sum, factor) => sum * factor, 1).toPrecision(12));
}
