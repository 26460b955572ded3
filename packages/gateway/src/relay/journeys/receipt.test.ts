import { readOptions } from '@tollgate/contract/options';
import {
  type BilledRow,
  noUsage,
  type Price,
  paidTools,
  quotaOf,
  recomputeQuota,
  toPiecePrice,
  type Usage,
} from '@tollgate/pricing';
import {
  anyCallPrice,
  anyPrice,
  anyRatio,
  anyTokenPrice,
  anyUsage,
  pricingRuns,
} from '@tollgate/pricing/testing';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { estimatedRow } from '../../ledger/usage-row.ts';
import { findPrice } from '../../modules/models/find-price.ts';
import type { RelayContext } from '../context.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import { imageGenerations } from '../dialects/images.ts';
import type { Bill, CallHold } from '../metering/bill.ts';
import { TextTally } from '../metering/tally.ts';
import { ratiosOf, toUsageRecord } from '../metering/usage-log.ts';
import { readRealtimeUsage } from '../providers/realtime-usage.ts';
import { providers } from '../providers/registry.ts';
import { meter } from '../steps/meter.ts';
import { toTaskRecord } from '../tasks/hold.ts';

/** 10,000 cases take their time. */
vi.setConfig({ testTimeout: 600_000 });

const defaults = readOptions(new Map());
const relayRequest = { model: 'm', stream: false, json: {} } as unknown as RelayRequest;
const exchange = { startedAt: 0 } as never;
const caller = { owner: { userId: 1, username: 'u', tokenId: 1, tokenName: 't' } } as never;
const trace = {
  triedIds: [1],
  channelId: 1,
  upstreamModel: 'm',
  firstByteAt: undefined,
  endedAt: 0,
  claude: true,
};
const MOST_TOOLS = Object.fromEntries(Object.values(paidTools).map((count) => [count, 1000]));
/** Always counts 7 tokens: the count does not matter here. */
const ctx = { counter: { count: async () => 7 }, log: { error: fail } } as unknown as RelayContext;

function fail(error: unknown): never {
  throw error;
}

function holdOf(price: Price, more: Partial<CallHold> = {}): CallHold {
  const facts = {
    id: 'x',
    model: 'm',
    group: 'default',
    logged: true,
    amount: Number.MAX_SAFE_INTEGER,
    kinds: { mayWriteCache: true, tiers: ['flex', 'priority'], tools: MOST_TOOLS },
    worstCost: () => Number.MAX_SAFE_INTEGER,
    choices: 1,
  };
  const prompt = { promptTokens: 3, promptHeld: 20_000_000, promptCounted: true, prompt: 'shown' as const };
  return { ...facts, ...prompt, length: 'none', outputTokens: 0, price, ...more };
}

function rowOf(hold: CallHold, bill: Bill, of: RelayRequest = relayRequest): BilledRow {
  return toUsageRecord({ exchange, caller, relayRequest: of, hold }, bill, trace) as BilledRow;
}

/** Charges what a provider reported, as the relay does. */
async function charge(hold: CallHold, reported: Partial<Usage>, of: RelayRequest = relayRequest) {
  const tally = new TextTally();
  tally.addText('Hello');
  const bill = await meter(
    ctx,
    { hold, relayRequest: of },
    {
      usage: reported,
      tally: () => tally,
      complete: true,
      abandoned: false,
    },
  );
  return { bill, row: rowOf(hold, bill, of) };
}

/** A row without a part of the price or usage cannot explain its cost. */
const incompleteRow =
  'a part of price or usage is not in the row: write it in relay/metering/usage-log.ts, read it in packages/pricing/src/billed-row.ts';

test('the cost of any call can be recomputed exactly from its log row', () => {
  fc.assert(
    fc.property(anyPrice, anyUsage, (price, usage) => {
      const quota = quotaOf(price, usage);
      const bill = { usage, basis: 'upstream_usage' as const, quota, suspect: false };
      expect(recomputeQuota(rowOf(holdOf(price), bill)), incompleteRow).toBe(quota);
    }),
    pricingRuns(),
  );
});

/** Possible and impossible counts. */
const anyCount = fc.oneof(
  fc.nat({ max: 200_000 }),
  fc.nat({ max: 9 }),
  fc.constantFrom(undefined, null, -1, 1.5, '7', 2 ** 53, 30_000_000),
);
const openai = fc.record({
  prompt_tokens: anyCount,
  completion_tokens: anyCount,
  total_tokens: anyCount,
  prompt_cache_hit_tokens: anyCount,
  prompt_tokens_details: fc.record({ cached_tokens: anyCount, audio_tokens: anyCount }),
  completion_tokens_details: fc.record({ reasoning_tokens: anyCount, audio_tokens: anyCount }),
});
const claude = fc.record({
  input_tokens: anyCount,
  output_tokens: anyCount,
  cache_read_input_tokens: anyCount,
  cache_creation_input_tokens: anyCount,
  cache_creation: fc.record({ ephemeral_5m_input_tokens: anyCount, ephemeral_1h_input_tokens: anyCount }),
});
const google = fc.record({
  promptTokenCount: anyCount,
  toolUsePromptTokenCount: anyCount,
  cachedContentTokenCount: anyCount,
  candidatesTokenCount: anyCount,
  thoughtsTokenCount: anyCount,
});
const vendors: [string, number, fc.Arbitrary<unknown>][] = [
  ['OpenAI', 1, openai],
  ['DeepSeek', 43, openai],
  ['xAI', 48, openai],
  ['Claude', 14, claude],
  ['Google', 24, google],
];

test.each(vendors)(
  'the row of %s recomputes to the charge for any report with cache, reasoning and audio',
  async (_, type, report) => {
    const read = providers.get(type)?.chat?.usage.read;
    await fc.assert(
      fc.asyncProperty(anyTokenPrice, report, async (price, sent) => {
        const { bill, row } = await charge(holdOf(price), read?.(sent) ?? {});
        expect(Number.isSafeInteger(bill.quota) && bill.quota >= 0).toBe(true);
        expect(recomputeQuota(row)).toBe(bill.quota);
      }),
      pricingRuns(),
    );
  },
);

test("a realtime response's charge can be recomputed from its row for any report", async () => {
  const report = fc.record({
    input_tokens: anyCount,
    output_tokens: anyCount,
    input_token_details: fc.record({
      cached_tokens: anyCount,
      audio_tokens: anyCount,
      cached_tokens_details: fc.record({ audio_tokens: anyCount }),
    }),
    output_token_details: fc.record({ audio_tokens: anyCount }),
  });
  await fc.assert(
    fc.asyncProperty(anyTokenPrice, report, async (price, sent) => {
      const { bill, row } = await charge(holdOf(price), readRealtimeUsage(sent) ?? {});
      expect(recomputeQuota(row)).toBe(bill.quota);
    }),
    pricingRuns(),
  );
});

const sizes: Record<string, string[]> = {
  'dall-e-2': ['256x256', '512x512', '1024x1024'],
  'dall-e-3': ['1024x1024', '1024x1792', '1792x1024'],
  'gpt-image-1': ['1536x1024', 'auto'],
};
const sizeRatios: Record<string, number> = {
  '256x256': 40,
  '512x512': 45,
  '1024x1792': 200,
  '1792x1024': 200,
};
const anyPicture = fc.constantFrom(...Object.keys(sizes)).chain((model) =>
  fc.record({
    model: fc.constant(model),
    prompt: fc.constant('A cat'),
    n: fc.integer({ min: 1, max: 10 }),
    size: fc.constantFrom(...(sizes[model] ?? [])),
    quality: fc.constantFrom('standard', 'hd'),
  }),
);

// @spec J034
test('pictures cost size x quality x number by price or ratio, and their row recomputes to it', async () => {
  const dollars = fc.nat({ max: 2_000_000 }).map((millionths) => millionths / 1e6);
  await fc.assert(
    fc.asyncProperty(anyPicture, dollars, fc.boolean(), anyRatio, async (wanted, worth, isPriced, group) => {
      const parsed = await imageGenerations.parse({
        body: Buffer.from(JSON.stringify(wanted)),
        headers: {},
        url: '/v1/images/generations',
      });
      const { times = 0, dollarsPerRatio = 0 } = parsed.measure ?? {};
      const worths = new Map([[wanted.model, worth]]);
      const options = {
        ...defaults,
        [isPriced ? 'ModelPrice' : 'ModelRatio']: worths,
        [isPriced ? 'ModelRatio' : 'ModelPrice']: new Map(),
        GroupRatio: new Map([['default', group]]),
      };
      const listed = findPrice(options, wanted.model, 'default', false) as Price;
      const price = toPiecePrice(listed, times, dollarsPerRatio);
      const { bill, row } = await charge(holdOf(price), {}, parsed);
      expect(recomputeQuota(row)).toBe(bill.quota);

      const isTall = wanted.size.includes('1792');
      const isHd = wanted.model === 'dall-e-3' && wanted.quality === 'hd';
      const hundredths = (sizeRatios[wanted.size] ?? 100) * wanted.n * (isHd ? (isTall ? 1.5 : 2) : 1);
      // Millionths of a dollar x hundredths, at 500,000 units a dollar; 0.0025 dollars to a ratio.
      const exact = (Math.round(worth * 1e6) * hundredths * (isPriced ? 1 : 0.0025)) / 200;
      expect(Math.abs(bill.quota - exact * group)).toBeLessThanOrEqual(0.5 + exact * group * 1e-9);
    }),
    pricingRuns(),
  );
});

test('a picture model without a price by piece is charged by reported tokens, with a receipt', async () => {
  await fc.assert(
    fc.asyncProperty(anyTokenPrice, anyUsage, anyPicture, async (tokenPrice, usage, wanted) => {
      const parsed = await imageGenerations.parse({
        body: Buffer.from(JSON.stringify(wanted)),
        headers: {},
        url: '',
      });
      const price = toPiecePrice(tokenPrice, parsed.measure?.times ?? 0, 0.0025);
      // A report of no tokens is no report.
      fc.pre(usage.input + usage.output > 0);
      const mostReported = { promptTokens: usage.input, outputTokens: usage.output };
      const believing = { ...parsed, measure: { ...parsed.measure, mostReported } };
      const { bill, row } = await charge(holdOf(price, { tokenPrice }), usage, believing);
      expect(bill.quota).toBe(quotaOf(tokenPrice, usage));
      expect(recomputeQuota(row)).toBe(bill.quota);
    }),
    pricingRuns(),
  );
});

test('the row of an order of a drawing or song recomputes to its price', () => {
  fc.assert(
    fc.property(anyCallPrice, (price) => {
      const amount = quotaOf(price, noUsage);
      const hold = { id: 'x', price, group: 'default', amount, logged: true };
      const order = { platform: 'mj', action: 'IMAGINE', model: 'mj_imagine' } as never;
      const sent = { channelId: 1, triedIds: [1], name: 'n', endedAt: 0 };
      const row = toTaskRecord({ exchange, caller, order, hold }, sent);
      // The columns that it leaves out are 0.
      expect(recomputeQuota({ prompt_tokens: 0, completion_tokens: 0, ...row } as BilledRow)).toBe(amount);
    }),
    pricingRuns(),
  );
});

test('the row of a call that a crash ended describes its last checkpoint', () => {
  fc.assert(
    fc.property(anyPrice, fc.nat(), fc.nat({ max: 200_000 }), (price, cost, prompt_tokens) => {
      const snapshot = JSON.stringify({ prompt_tokens, ratios: ratiosOf(price) });
      expect(recomputeQuota(estimatedRow('x', cost, snapshot, 1) as BilledRow)).toBe(cost);
    }),
    pricingRuns(),
  );
});

test('a call without a response has a receipt of zero', () => {
  expect(recomputeQuota({ prompt_tokens: 5, completion_tokens: 5, billing_basis: 'none', other: '{}' })).toBe(
    0,
  );
});
