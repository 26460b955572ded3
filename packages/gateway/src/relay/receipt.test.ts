import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quotaOf } from '../services/pricing.ts';
import { receipt } from './receipt.ts';
import { toUsageRecord } from './usage-log.ts';

const ratio = fc.oneof(
  fc.integer({ min: 0, max: 100 }),
  fc.double({ min: 0, max: 50, noNaN: true }),
  fc.constantFrom(4 / 3, 0.79 / 0.59, 0.075, 8.21918, 1e-7),
);
const price = fc.record({
  modelPrice: fc.oneof(fc.constant(-1), fc.double({ min: 0, max: 2, noNaN: true })),
  times: fc.oneof(fc.constant(1), ratio),
  modelRatio: ratio,
  completionRatio: ratio,
  cacheRatio: ratio,
  cacheWriteRatio: fc.constant(1.25),
  cacheWriteHourRatio: fc.constant(2),
  audioRatio: fc.constantFrom(1, 8, 40, 10 / 0.15),
  audioCompletionRatio: fc.constantFrom(1, 2),
  groupRatio: ratio,
  quotaPerUnit: fc.constantFrom(500_000, 1000.5),
});
const tokens = fc.nat({ max: 2_000_000 });
const usage = fc
  .record({
    fresh: tokens,
    cachedInput: tokens,
    cacheWrite: tokens,
    cacheWriteHour: tokens,
    output: tokens,
    audioInput: tokens,
    audioOutput: tokens,
  })
  .map(({ fresh, ...shares }) => ({
    ...shares,
    input: fresh + shares.cachedInput + shares.cacheWrite + shares.cacheWriteHour,
    reasoning: 0,
  }));

test('T5 the cost of any call can be recomputed from its row of the log, to the unit', () => {
  fc.assert(
    fc.property(price, usage, (each, used) => {
      const quota = quotaOf(each, used);
      const bill = { usage: used, basis: 'upstream_usage' as const, quota, suspect: false };
      const hold = {
        id: 'x',
        price: each,
        group: 'default',
        logged: true,
        amount: 0,
        promptTokens: 0,
        promptCounted: false,
      };
      const trace = {
        tried: [1],
        channelId: 1,
        upstreamModel: 'm',
        firstByteAt: undefined,
        endedAt: 0,
        claude: true,
      };
      const exchange = { startedAt: 0 } as never;
      const owner = { userId: 1, username: 'u', tokenId: 1, tokenName: 't' } as never;
      const row = toUsageRecord(exchange, owner, { model: 'm', stream: false } as never, hold, bill, trace);
      expect(receipt(row as never)).toBe(quota);
    }),
    { numRuns: 10_000 },
  );
});

test('a call that cost nothing because nothing was answered has a receipt of nothing', () => {
  expect(receipt({ prompt_tokens: 5, completion_tokens: 5, billing_basis: 'none', other: '{}' })).toBe(0);
});
