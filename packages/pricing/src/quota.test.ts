import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { TokenPrice } from './price.ts';
import { quotaOf, worstQuota } from './quota.ts';
import {
  anyPiecePrice,
  anyPrice,
  anyRatio,
  anyUsage,
  exactCost,
  plus,
  pricingRuns,
  tokenKinds,
} from './testing/cases.ts';
import { noUsage, paidTools, type Usage } from './usage.ts';

/** 10,000 cases take long. */
vi.setConfig({ testTimeout: 600_000 });

const amount = fc.nat({ max: 1_000_000 });

test('a bill is a whole number and never negative', () => {
  fc.assert(
    fc.property(anyPrice, anyUsage, (each, used) => {
      const cost = quotaOf(each, used);
      expect(Number.isSafeInteger(cost) && cost >= 0 && !Object.is(cost, -0)).toBe(true);
    }),
    pricingRuns(),
  );
});

// @spec J030
test('a bill equals the exact formula in fractions for all token kinds and for calls', () => {
  fc.assert(
    fc.property(anyPrice, anyUsage, (each, used) => {
      expect(BigInt(quotaOf(each, used))).toBe(exactCost(each, used));
    }),
    pricingRuns(),
  );
});

test('a bill never falls when any kind of usage grows', () => {
  fc.assert(
    fc.property(anyPrice, anyUsage, fc.constantFrom(...tokenKinds), amount, (each, used, kind, more) => {
      expect(quotaOf(each, plus(used, kind, more))).toBeGreaterThanOrEqual(quotaOf(each, used));
    }),
    pricingRuns(),
  );
});

test('a bill never falls when more pieces are charged', () => {
  fc.assert(
    fc.property(anyPiecePrice, anyRatio, (each, more) => {
      const dearer = { ...each, multiplier: each.multiplier + more };
      expect(quotaOf(dearer, noUsage)).toBeGreaterThanOrEqual(quotaOf(each, noUsage));
    }),
    pricingRuns(),
  );
});

test('a bill never falls when a price rises', () => {
  const raised = fc.constantFrom('modelRatio', 'completionRatio', 'cacheRatio', 'groupRatio');
  fc.assert(
    fc.property(anyPrice, anyUsage, raised, anyRatio, (each, used, name, more) => {
      const dearer = { ...each, [name]: each[name] + more };
      expect(quotaOf(dearer, used)).toBeGreaterThanOrEqual(quotaOf(each, used));
    }),
    pricingRuns(),
  );
});

test('the worst case of a prompt and a response is never below their cost', () => {
  fc.assert(
    fc.property(
      anyPrice,
      anyUsage,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (each, { input, output }, share) => {
        const used = usage({ input, cachedInput: Math.floor(input * share), output });
        expect(worstQuota(each, input, output)).toBeGreaterThanOrEqual(quotaOf(each, used));
        const audio = { input: Math.floor(input * share), output: Math.floor(output * share) };
        const audioUsage = usage({ input, output, audioInput: audio.input, audioOutput: audio.output });
        expect(worstQuota(each, input, output, { audio })).toBeGreaterThanOrEqual(quotaOf(each, audioUsage));
      },
    ),
    pricingRuns(),
  );
});

test('the worst case rounds the exact sum up, also beyond what a double holds', () => {
  const tokens = fc.oneof(fc.nat({ max: 2_000_000 }), fc.integer({ min: 0, max: 2 ** 40 }));
  fc.assert(
    fc.property(anyPrice, tokens, tokens, fc.boolean(), (each, input, output, mayWriteCache) => {
      const byDoubles = attempt(() => worstQuota(each, input, output, { mayWriteCache }));
      const audio = { input: 0, output: 0 }; // Audio is calculated in big integers.
      expect(byDoubles).toBe(attempt(() => worstQuota(each, input, output, { mayWriteCache, audio })));
    }),
    pricingRuns(),
  );
});

test('a bill of a huge usage is exact or refused', () => {
  const huge = fc.integer({ min: 0, max: 2 ** 45 });
  fc.assert(
    fc.property(anyPrice, huge, huge, (each, input, output) => {
      const used = usage({ input, output });
      const exact = exactCost(each, used);
      const expected = exact > BigInt(Number.MAX_SAFE_INTEGER) ? 'refused' : Number(exact);
      expect(attempt(() => quotaOf(each, used))).toBe(expected);
    }),
    pricingRuns(),
  );
});

const moreThanHeld =
  'a kind of usage costs more than worstQuota holds for it: give it a largest count in UsageKinds and here, and a term in worstQuota';

test('the worst case covers every kind of usage', () => {
  fc.assert(
    fc.property(anyPrice, anyUsage, (each, used) => {
      const kinds = {
        audio: { input: used.audioInput, output: used.audioOutput },
        images: { input: used.imageInput, output: used.imageOutput },
        mayWriteCache: true,
        tiers: [used.tier],
        tools: used,
        seconds: used.seconds,
      };
      expect(worstQuota(each, used.input, used.output, kinds), moreThanHeld).toBeGreaterThanOrEqual(
        quotaOf(each, used),
      );
    }),
    pricingRuns(),
  );
});

test('the worst case covers every usage within its limits', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(anyPrice, anyUsage, share, share, (each, most, ofPrompt, ofAnswer) => {
      const part = (count: number, of: number) => Math.floor(count * of);
      const held = worstQuota(each, most.input, most.output, {
        audio: { input: most.audioInput, output: most.audioOutput },
        images: { input: most.imageInput, output: most.imageOutput },
        mayWriteCache: true,
        tiers: ['flex', 'priority'],
        tools: most,
        seconds: most.seconds,
      });
      const used = {
        ...most,
        input: part(most.input, ofPrompt),
        cachedInput: part(most.cachedInput, ofPrompt),
        cacheWrite: part(most.cacheWrite, ofPrompt),
        cacheWriteHour: part(most.cacheWriteHour, ofPrompt),
        audioInput: part(most.audioInput, ofPrompt),
        imageInput: part(most.imageInput, ofPrompt),
        output: part(most.output, ofAnswer),
        audioOutput: part(most.audioOutput, ofAnswer),
        imageOutput: part(most.imageOutput, ofAnswer),
        ...Object.fromEntries(Object.values(paidTools).map((count) => [count, part(most[count], ofAnswer)])),
        seconds: part(most.seconds, ofPrompt),
      };
      expect(held, moreThanHeld).toBeGreaterThanOrEqual(quotaOf(each, used));
    }),
    pricingRuns(),
  );
});

test('a long prompt raises the price of all tokens, and a tier multiplies it', () => {
  const long: TokenPrice = {
    ...gemini,
    steps: [{ above: 200_000, input: 2, output: 1.5 }],
    tiers: { flex: 0.5, priority: 1.8 },
  };
  expect(quotaOf(long, usage({ input: 200_000, output: 1000 }))).toBe(130_000);
  expect(quotaOf(long, usage({ input: 200_001, output: 1000 }))).toBe(Math.round(200_001 * 1.25 + 7500));
  expect(quotaOf(long, usage({ input: 200_000, output: 1000, tier: 'flex' }))).toBe(65_000);
  expect(quotaOf(long, usage({ input: 200_000, output: 1000, tier: 'priority' }))).toBe(234_000);
  expect(quotaOf(long, usage({ input: 200_000, output: 1000, tier: 'scale' }))).toBe(130_000);
});

test('uses of tools cost their fees, for the group, whatever the tokens cost', () => {
  const searching: TokenPrice = { ...gemini, groupRatio: 0.5, fees: { web_search: 0.01 } };
  expect(quotaOf(searching, usage({ webSearches: 3 }))).toBe(7500);
  expect(quotaOf(searching, usage({ webSearches: 3, fileSearches: 9, input: 8 }))).toBe(7503);
});

/** $1.25 and $8 per million. */
const gemini: TokenPrice = {
  kind: 'tokens',
  modelRatio: 0.625,
  completionRatio: 8,
  cacheRatio: 0.1,
  cacheWriteRatio: 1.25,
  cacheWriteHourRatio: 2,
  audioRatio: 1,
  audioCompletionRatio: 1,
  groupRatio: 1,
  quotaPerUnit: 500_000,
};

function attempt(calculate: () => number): number | 'refused' {
  try {
    return calculate();
  } catch {
    return 'refused';
  }
}

function usage(some: Partial<Usage>): Usage {
  return { ...noUsage, ...some };
}
