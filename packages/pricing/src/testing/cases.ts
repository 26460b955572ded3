import fc from 'fast-check';
import type { CallPrice, PiecePrice, Price, PriceStep, SecondPrice, TokenPrice } from '../price.ts';
import { type PaidTool, paidToolNames, paidTools, type ToolUses, type Usage } from '../usage.ts';

/** 300 fixed cases; `PRICING=1` tries 10,000 random ones, and `PRICING_SEED` repeats such a run. */
export function pricingRuns(): { numRuns: number; seed?: number } {
  const seed = Number(process.env.PRICING_SEED ?? 20_260_701);
  if (process.env.PRICING !== '1') return { numRuns: 300, seed };
  return { numRuns: 10_000, ...(process.env.PRICING_SEED && { seed }) };
}

/** Typed ratios, quotients, and the smallest meaningful values. */
export const anyRatio: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 0, max: 100 }),
  fc.integer({ min: 0, max: 1_000_000 }).map((value) => value / 10_000),
  fc.double({ min: 0, max: 50, noNaN: true }),
  fc.constantFrom(4 / 3, 0.79 / 0.59, 0.075, 8.21918, 1e-7),
);

const ratios = {
  modelRatio: anyRatio,
  completionRatio: anyRatio,
  cacheRatio: anyRatio,
  cacheWriteRatio: fc.constant(1.25),
  cacheWriteHourRatio: fc.constant(2),
  groupRatio: anyRatio,
  quotaPerUnit: fc.constantFrom(500_000, 1000.5),
};

const factor = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom(1.5, 1.818182, 4 / 3));
const step = fc.record({ above: fc.nat({ max: 3_000_000 }), input: factor, output: factor });
const fee = fc.constantFrom(0, 0.0025, 0.01, 0.03);
const paidCounts = Object.values(paidTools);

/** Each part is there or not. */
const adjustments = fc.record(
  {
    imageRatio: anyRatio,
    imageOutputRatio: anyRatio,
    steps: fc
      .uniqueArray(step, { selector: ({ above }) => above, maxLength: 3 })
      .map((steps) => inOrder(steps)),
    tiers: fc.record({ flex: fc.constant(0.5), priority: factor }),
    fees: fc.record(forEach<PaidTool, typeof fee>(paidToolNames, fee)),
  },
  { requiredKeys: [] },
);

/** The same value under each of these names. */
function forEach<Name extends string, Value>(names: readonly Name[], value: Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>;
}

/** A longer prompt is never cheaper. */
function inOrder(steps: readonly PriceStep[]): PriceStep[] {
  let [input, output] = [1, 1];
  return steps
    .toSorted((one, other) => one.above - other.above)
    .map(({ above, ...next }) => {
      [input, output] = [Math.max(input, next.input), Math.max(output, next.output)];
      return { above, input, output };
    });
}

/** Prices by tokens. */
export const anyTokenPrice: fc.Arbitrary<TokenPrice> = fc
  .tuple(
    fc.oneof(
      fc.record({
        ...ratios,
        kind: fc.constant('tokens' as const),
        audioRatio: fc.constant(1),
        audioCompletionRatio: fc.constant(1),
      }),
      // Models with audio prices, models on a price list, and any other.
      fc.record({
        ...ratios,
        kind: fc.constant('tokens' as const),
        audioRatio: fc.oneof(
          fc.constantFrom(8, 16, 20, 40, 10 / 0.15, 10 / 0.6),
          fc.integer({ min: 2, max: 90 }),
        ),
        audioCompletionRatio: fc.constant(2),
      }),
    ),
    adjustments,
  )
  .map(([price, more]) => ({ ...price, ...more }));

const noAudio = { audioRatio: fc.constant(1), audioCompletionRatio: fc.constant(1) };
const dollars = fc.oneof(fc.constantFrom(0, 0.04, 0.1), fc.double({ min: 0, max: 2, noNaN: true }));

export const anyCallPrice: fc.Arbitrary<CallPrice> = fc.record({
  ...ratios,
  ...noAudio,
  kind: fc.constant('call'),
  dollars,
});

export const anyPiecePrice: fc.Arbitrary<PiecePrice> = fc.record({
  ...ratios,
  ...noAudio,
  kind: fc.constant('piece'),
  dollars,
  multiplier: fc.oneof(fc.constant(1), anyRatio),
});

export const anySecondPrice: fc.Arbitrary<SecondPrice> = fc.record({
  ...ratios,
  ...noAudio,
  kind: fc.constant('second'),
  dollars: fc.oneof(fc.constantFrom(0.0001, 0.006 / 60), dollars),
});

export const anyPrice: fc.Arbitrary<Price> = fc.oneof(
  { arbitrary: anyTokenPrice, weight: 2 },
  anyCallPrice,
  anyPiecePrice,
  anySecondPrice,
);

const tokens = fc.oneof(fc.nat({ max: 2_000_000 }), fc.nat({ max: 20 }));
const uses = fc.oneof(fc.constant(0), fc.nat({ max: 40 }));

/** Shares that fit into their whole, as `meter` guarantees. */
export const anyUsage: fc.Arbitrary<Usage> = fc
  .record({
    fresh: tokens,
    audioInput: tokens,
    imageInput: tokens,
    cachedInput: tokens,
    cacheWrite: tokens,
    cacheWriteHour: tokens,
    written: tokens,
    audioOutput: tokens,
    imageOutput: tokens,
    seconds: fc.nat({ max: 40_000 }),
    ...forEach<keyof ToolUses, typeof uses>(paidCounts, uses),
    tier: fc.constantFrom('', 'flex', 'priority', 'constructor'),
  })
  .map(({ fresh, written, ...used }) => ({
    ...used,
    input:
      fresh + used.audioInput + used.imageInput + used.cachedInput + used.cacheWrite + used.cacheWriteHour,
    output: written + used.audioOutput + used.imageOutput,
    reasoning: 0,
  }));

/** A kind of token, with the counts that one more token raises. */
export const tokenKinds = [
  ['input'],
  ['input', 'audioInput'],
  ['input', 'cachedInput'],
  ['input', 'cacheWrite'],
  ['input', 'cacheWriteHour'],
  ['output'],
  ['output', 'audioOutput'],
  ['input', 'imageInput'],
  ['output', 'imageOutput'],
  ['seconds'],
  ...paidCounts.map((count) => [count] as const),
] as const satisfies readonly (readonly Count[])[];

type Count = Exclude<keyof Usage, 'tier'>;

export function plus(usage: Usage, kind: readonly Count[], more: number): Usage {
  return { ...usage, ...Object.fromEntries(kind.map((field) => [field, usage[field] + more])) };
}

type Fraction = readonly [numerator: bigint, denominator: bigint];

/** The formula of docs/billing.md in fractions: slow and obvious. */
export function exactCost(price: Price, usage: Usage): bigint {
  const of = (value: number) => toFraction(value);
  if (price.kind === 'second') {
    const cost = product(of(price.dollars), of(usage.seconds), of(price.quotaPerUnit), of(price.groupRatio));
    return cost[0] > 0n && rounded(cost) === 0n ? 1n : rounded(cost);
  }
  if (price.kind !== 'tokens') {
    const multiplier = price.kind === 'piece' ? price.multiplier : 1;
    return rounded(product(of(price.dollars), of(multiplier), of(price.quotaPerUnit), of(price.groupRatio)));
  }
  const { input, cachedInput, cacheWrite, cacheWriteHour, output, tier } = usage;
  const isApart = price.audioRatio !== 1;
  const plain = input - cachedInput - cacheWrite - cacheWriteHour;
  const audioInput = isApart ? Math.min(usage.audioInput, plain) : 0;
  const audioOutput = isApart ? Math.min(usage.audioOutput, output) : 0;
  const imageInput = price.imageRatio === undefined ? 0 : Math.min(usage.imageInput, plain - audioInput);
  const imageOutput =
    price.imageOutputRatio === undefined ? 0 : Math.min(usage.imageOutput, output - audioOutput);
  const prompt = [
    of(plain - audioInput - imageInput),
    product(of(audioInput), of(price.audioRatio)),
    product(of(imageInput), of(price.imageRatio ?? 1)),
    product(of(cachedInput), of(price.cacheRatio)),
    product(of(cacheWrite), of(1.25)),
    product(of(cacheWriteHour), of(2)),
  ].reduce(sum);
  const answer = [
    product(of(output - audioOutput - imageOutput), of(price.completionRatio)),
    product(of(audioOutput), of(price.audioRatio), of(price.audioCompletionRatio)),
    product(of(imageOutput), of(price.imageOutputRatio ?? 1)),
  ].reduce(sum);
  const applied = price.steps?.filter(({ above }) => input > above).at(-1) ?? { input: 1, output: 1 };
  const served = tier === 'flex' || tier === 'priority' ? price.tiers?.[tier] : undefined;
  const weighted = sum(product(prompt, of(applied.input)), product(answer, of(applied.output)));
  const fees = paidToolNames
    .map((tool) => product(of(usage[paidTools[tool]]), of(price.fees?.[tool] ?? 0)))
    .reduce(sum);
  const exact = sum(
    product(weighted, of(served ?? 1), of(price.modelRatio), of(price.groupRatio)),
    product(fees, of(price.quotaPerUnit), of(price.groupRatio)),
  );
  return exact[0] > 0n && rounded(exact) === 0n ? 1n : rounded(exact);
}

function product(...factors: Fraction[]): Fraction {
  return factors.reduce(([n, d], [n2, d2]) => [n * n2, d * d2]);
}

function sum([n, d]: Fraction, [n2, d2]: Fraction): Fraction {
  return [n * d2 + n2 * d, d * d2];
}

/** Rounds to the nearest, halves up: nothing here is negative. */
function rounded([n, d]: Fraction): bigint {
  return (2n * n + d) / (2n * d);
}

/** Converts the decimal that the number prints as. */
function toFraction(value: number): Fraction {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', digits = ''] = mantissa.split('.');
  const power = Number(exponent) - digits.length;
  const scaled = BigInt(whole + digits);
  return power >= 0 ? [scaled * 10n ** BigInt(power), 1n] : [scaled, 10n ** BigInt(-power)];
}
