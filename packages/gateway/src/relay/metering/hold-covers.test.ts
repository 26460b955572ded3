import {
  type PaidTool,
  paidToolNames,
  paidTools,
  quotaOf,
  recomputeQuota,
  type Usage,
} from '@tollgate/pricing';
import { anyTokenPrice, anyUsage, pricingRuns } from '@tollgate/pricing/testing';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { RelayContext } from '../context.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import { meter } from '../steps/meter.ts';
import type { CallHold } from './bill.ts';
import { toolBoundsOf } from './paid-tools.ts';
import { TextTally } from './tally.ts';
import { toUsageRecord } from './usage-log.ts';
import { heldKindsOf, worstOf } from './worst-case.ts';

/** 10,000 cases take their time. */
vi.setConfig({ testTimeout: 600_000 });

const MODEL = 'gemini-3-pro-image';

const anyTool = fc.oneof(
  fc.constantFrom(
    { type: 'web_search' },
    { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
    { googleSearch: {} },
    { type: 'file_search', vector_store_ids: ['vs_1'] },
    { type: 'code_interpreter', container: { type: 'auto' } },
    { type: 'code_interpreter', container: 'cntr_1' },
    { type: 'function', name: 'weather' },
  ),
);

/** Requests that make other reports possible. */
const anyRequest = fc.record(
  {
    service_tier: fc.constantFrom('auto', 'default', 'flex', 'priority', 'scale'),
    tools: fc.array(anyTool, { maxLength: 4 }),
    max_tool_calls: fc.nat({ max: 30 }),
    modalities: fc.constantFrom(['text'], ['text', 'image'], ['text', 'audio']),
    messages: fc.constantFrom(
      [{ role: 'user', content: 'Hello' }],
      [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://a.example/b.png' } }] }],
    ),
  },
  { requiredKeys: [] },
);

const PROMPT = 400_000;
const ANSWER = 60_000;

function heldCall(json: object, price: CallHold['price']) {
  const relayRequest = { model: MODEL, stream: false, json, choices: 1 } as unknown as RelayRequest;
  const kinds = heldKindsOf(price, relayRequest, { mayWriteCache: true });
  const worstCost = worstOf(price, relayRequest, { tokens: PROMPT, kinds });
  const hold: CallHold = {
    id: 'x',
    model: MODEL,
    group: 'default',
    logged: true,
    price,
    amount: worstCost(ANSWER),
    worstCost,
    kinds,
    promptTokens: PROMPT,
    promptHeld: PROMPT,
    promptCounted: true,
    prompt: 'whole',
    length: 'request',
    outputTokens: ANSWER,
    choices: 1,
  };
  return { relayRequest, hold };
}

/** Charges a report while the balance covers nothing but the hold. */
async function charge({ relayRequest, hold }: ReturnType<typeof heldCall>, usage: Partial<Usage>) {
  const ctx = {
    counter: { count: async () => 7 },
    ledger: { extend: async () => 'insufficient_user' },
    log: {
      error: (fields: { err: unknown }) => {
        throw fields.err;
      },
    },
  } as unknown as RelayContext;
  const answer = { usage, tally: () => new TextTally(), complete: true, abandoned: false };
  return meter(ctx, { hold, relayRequest }, answer);
}

test('no report costs more than the hold, and its row recomputes to the charge', async () => {
  await fc.assert(
    fc.asyncProperty(anyTokenPrice, anyUsage, anyRequest, async (price, usage, json) => {
      const call = heldCall(json, price);
      const bill = await charge(call, usage);
      expect(bill.quota).toBeLessThanOrEqual(call.hold.amount);
      const exchange = { startedAt: 0 };
      const owner = { userId: 1, username: 'u', tokenId: 1, tokenName: 't' };
      const trace = {
        triedIds: [1],
        channelId: 1,
        upstreamModel: MODEL,
        firstByteAt: undefined,
        endedAt: 0,
        claude: false,
      };
      const logged = {
        exchange,
        caller: { owner } as never,
        relayRequest: call.relayRequest,
        hold: call.hold,
      };
      expect(recomputeQuota(toUsageRecord(logged, bill, trace) as never)).toBe(bill.quota);
    }),
    pricingRuns(),
  );
});

test('a report of what the request makes possible is charged in full', async () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  await fc.assert(
    fc.asyncProperty(anyTokenPrice, anyRequest, share, share, async (price, json, ofPrompt, ofAnswer) => {
      const call = heldCall(json, price);
      const { tools = {}, tiers = [] } = call.hold.kinds;
      const usage = {
        input: Math.max(1, Math.floor(PROMPT * ofPrompt)),
        cachedInput: Math.floor(PROMPT * ofPrompt * ofAnswer),
        output: Math.floor(ANSWER * ofAnswer),
        imageOutput: Math.floor(ANSWER * ofAnswer * ofPrompt),
        tier: tiers.at(-1) ?? '',
        ...tools,
      };
      const bill = await charge(call, usage);
      expect(bill.suspect).toBe(false);
      expect(bill.quota).toBe(quotaOf(price, { ...bill.usage, ...usage }));
      expect(Object.values(paidTools).map((count) => bill.usage[count])).toEqual(
        Object.values(paidTools).map((count) => tools[count] ?? 0),
      );
    }),
    pricingRuns(),
  );
});

/** A request for each fee, in which the provider may use the tool. */
const requestsWith: Record<PaidTool, object> = {
  web_search: { tools: [{ type: 'web_search' }] },
  file_search: { tools: [{ type: 'file_search', vector_store_ids: ['vs_1'] }] },
  code_interpreter: { tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] },
};

test.each(paidToolNames)('a request with %s holds its fee', (tool) => {
  expect(requestsWith, 'add a request in which the provider may use it').toHaveProperty(tool);
  const { held } = toolBoundsOf({ model: MODEL, json: requestsWith[tool] } as unknown as RelayRequest);
  expect(
    held[paidTools[tool]] ?? 0,
    `no use of ${tool} is held, so none is charged: read its request in relay/metering/paid-tools.ts`,
  ).toBeGreaterThan(0);
});
