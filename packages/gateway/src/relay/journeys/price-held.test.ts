import { makeReceipt, readBilledRow } from '@tollgate/pricing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFunds } from '../../modules/tokens/repository/relay-tokens.ts';
import { lastRow } from '../../testing/booked.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { sendJson } from '../../testing/upstream.ts';

const OPENAI = 'gpt-5';
const CLAUDE = 'claude-opus-5';

/** A token of the prompt costs 1 unit, one of the answer 4. */
let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 1e10 });
  await lab.channel({ models: OPENAI });
  await lab.channel({ type: 14, models: CLAUDE });
  const long = [{ above: 100_000, input: 3, output: 2 }];
  await lab.option('ModelRatio', { [CLAUDE]: 1, [OPENAI]: 1 });
  await lab.option('CompletionRatio', { [CLAUDE]: 4, [OPENAI]: 4 });
  await lab.option('CacheRatio', { [CLAUDE]: 0.1 });
  await lab.option('PriceAdjustments', { [CLAUDE]: { long }, [OPENAI]: { tiers: { batch: 0.5, dear: 3 } } });
});
afterAll(() => lab.close());

interface Sent {
  path: string;
  body: object;
  answer: object;
}

/** What was held while the provider answered, and what was charged then. */
async function spend({ path, body, answer }: Sent) {
  let held = 0;
  lab.upstream.script = async (_, response) => {
    held = (await findFunds(lab.ctx.db, 'user', lab.payer.id)).held;
    sendJson(response, 200, answer);
  };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` };
  const response = await fetch(lab.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status, await response.text()).toBe(200);
  const row = await lastRow(lab);
  const call = readBilledRow(row, 500_000);
  const receipt = call && makeReceipt(call);
  expect(receipt?.computed).toBe(row.quota);
  expect(held).toBeGreaterThanOrEqual(row.quota);
  expect((await findFunds(lab.ctx.db, 'user', lab.payer.id)).held).toBe(0);
  return { row, receipt, held };
}

const claude = (words: number, mark: object | undefined, used: object): Sent => ({
  path: '/v1/messages',
  body: {
    model: CLAUDE,
    max_tokens: 100,
    messages: [
      {
        role: 'user',
        content: [{ type: 'text', text: 'a '.repeat(words), ...(mark && { cache_control: mark }) }],
      },
    ],
  },
  answer: {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: CLAUDE, stop_reason: 'end_turn' },
    content: [{ type: 'text', text: 'Hi' }],
    usage: { output_tokens: 100, ...used },
  },
});

test('a long prompt costs its step in hold, charge and receipt alike', async () => {
  const short = await spend(claude(49_000, undefined, { input_tokens: 90_000 }));
  const long = await spend(claude(75_000, undefined, { input_tokens: 150_000 }));
  expect([short.row.quota, long.row.quota]).toEqual([90_000 + 400, 450_000 + 800]);
  expect(short.held).toBeLessThan(110_000);
  expect(long.held).toBeGreaterThanOrEqual(3 * 150_000);
  expect(long.receipt).toMatchObject({
    step: { above: 100_000, input: 3, output: 2 },
    lines: [
      { part: 'prompt', tokens: 150_000, weight: 3 },
      { part: 'completion', tokens: 100, weight: 8 },
    ],
  });
});

test('writes to the cache for five minutes and for an hour are in hold, charge and receipt alike', async () => {
  const cache_creation = { ephemeral_5m_input_tokens: 10_000, ephemeral_1h_input_tokens: 20_000 };
  const used = {
    input_tokens: 1000,
    cache_read_input_tokens: 5000,
    cache_creation_input_tokens: 30_000,
    cache_creation,
  };
  const plain = await spend(claude(20_000, undefined, { input_tokens: 36_000 }));
  const marked = await spend(claude(20_000, { type: 'ephemeral', ttl: '1h' }, used));
  expect(marked.row.quota).toBe(1000 + 500 + 12_500 + 40_000 + 400);
  expect(marked.held).toBeGreaterThan(plain.held * 1.9);
  expect(marked.receipt?.lines).toEqual([
    { part: 'prompt', tokens: 1000, weight: 1 },
    { part: 'cached', tokens: 5000, weight: 0.1 },
    { part: 'cache-creation', tokens: 10_000, weight: 1.25 },
    { part: 'cache-creation-hour', tokens: 20_000, weight: 2 },
    { part: 'completion', tokens: 100, weight: 4 },
  ]);
});

test('writes of a long prompt cost its step too', async () => {
  const used = { input_tokens: 1000, cache_creation_input_tokens: 120_000 };
  const { row, held, receipt } = await spend(claude(65_000, { type: 'ephemeral' }, used));
  expect(row.quota).toBe(3 * (1000 + 150_000) + 800);
  expect(held).toBeGreaterThanOrEqual(3 * 2 * 120_000);
  expect(receipt?.lines[1]).toEqual({ part: 'cache-creation', tokens: 120_000, weight: 3.75 });
});

test.each([
  ['batch', 0.5, 70],
  ['dear', 3, 420],
])('the service tier %s is in hold, charge and receipt alike', async (tier, ratio, quota) => {
  const chat = (service_tier: string): Sent => ({
    path: '/v1/chat/completions',
    body: {
      model: OPENAI,
      messages: [{ role: 'user', content: 'a'.repeat(5000) }],
      max_tokens: 20,
      service_tier,
    },
    answer: {
      ...{ id: 'c', object: 'chat.completion', model: OPENAI, service_tier },
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 10 },
    },
  });
  const standard = await spend(chat('default'));
  const served = await spend(chat(tier));
  expect(served.row.quota).toBe(quota);
  // The standard tier may serve the call after all, so the hold of a cheaper one is not lower.
  expect(served.held / standard.held).toBeCloseTo(Math.max(1, ratio), 1);
  expect(served.receipt?.tier).toEqual({ name: tier, ratio });
});
