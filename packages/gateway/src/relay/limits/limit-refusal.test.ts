import Anthropic from '@anthropic-ai/sdk';
import { createLimit, deleteLimit, listLimits } from '@tollgate/contract';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LIMITED_MODEL, type LimitLab, startLimitLab } from '../../testing/limit-lab.ts';

let lab: LimitLab;
beforeAll(async () => {
  lab = await startLimitLab();
});
afterAll(() => lab.close());
afterEach(() => lab.reset());

describe('a refusal', () => {
  const addresses = {
    openai: [
      '/v1/chat/completions',
      { model: LIMITED_MODEL, max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] },
    ],
    responses: ['/v1/responses', { model: LIMITED_MODEL, max_output_tokens: 100, input: 'hi' }],
    anthropic: [
      '/v1/messages',
      { model: LIMITED_MODEL, max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] },
    ],
    gemini: [
      `/v1beta/models/${LIMITED_MODEL}:generateContent`,
      { contents: [{ role: 'user', parts: [{ text: 'hi' }] }], generationConfig: { maxOutputTokens: 100 } },
    ],
  } as const;

  test.each(Object.keys(addresses) as (keyof typeof addresses)[])(
    'of a spent budget names the rule, its numbers and its reset in the format of %s, and is not retried',
    async (dialect) => {
      await lab.limit({ name: 'team budget', resource: 'quota', amount: 10, window: 'day' });
      const [path, body] = addresses[dialect];
      const response = await lab.post(path, body);

      expect(response.status).toBe(403);
      expect(response.headers.get('x-should-retry')).toBe('false');
      const text = await response.text();
      for (const part of ['budget_exceeded', 'team budget', '2026-11-26T00:00:00Z'])
        expect(text).toContain(part);
      const { error } = JSON.parse(text);
      const facts = dialect === 'gemini' ? error.details[0].metadata : error.limit;
      const numbers =
        dialect === 'gemini' ? { limit: '10', spent: '0', held: '0' } : { limit: 10, spent: 0, held: 0 };
      expect(facts).toMatchObject({ rule: 'team budget', ...numbers });
      expect(text, 'no word of running calls without any').not.toContain('held for running calls');
    },
  );

  test('says how long to wait when the window ends within the hour', async () => {
    await lab.limit({ resource: 'requests', amount: 1, window: 'hour' });
    expect((await lab.send()).status).toBe(200);
    const refused = await lab.send();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(50 * 60)]);
    expect(refused.headers.get('x-should-retry')).toBe('false');
    expect(await errorOf(refused)).toMatchObject({
      code: 'limit_reached',
      message: expect.stringMatching(/^Requests have reached the limit “#\d+” of 1\. It resets at/),
    });

    lab.pass(50 * 60_000);
    expect((await lab.send()).status).toBe(200);
  });

  test('says to come back shortly when running calls hold the budget', async () => {
    await lab.limit({ resource: 'quota', amount: 1000, window: 'month' });
    const upstream = lab.holdBack();
    const first = lab.send({ max_tokens: 100 });
    await expect.poll(() => lab.upstream.calls.length).toBe(1);
    const refused = await lab.send({ max_tokens: 190 });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(refused.headers.get('x-should-retry')).toBeNull();
    expect(await refused.text()).toMatch(/ are spent, and \S+ are held for running calls\. /);
    upstream.release();
    await (await first).text();
  });

  test('is counted nowhere: the rules that had room keep nothing of the call', async () => {
    const first = await lab.limit({ resource: 'requests', amount: 5, window: 'day' });
    const second = await lab.limit({ resource: 'quota', amount: 1, window: 'day' });
    const third = await lab.limit({ resource: 'quota', amount: 100_000, window: 'day' });
    const refused = await lab.send();
    expect((await errorOf(refused)).limit.rule).toBe(`#${second}`);
    for (const id of [first, third]) expect(await lab.usage(id)).toMatchObject({ spent: 0, held: 0 });
  });
});

test('the clients of OpenAI and Anthropic do not retry a spent budget', async () => {
  await lab.limit({ resource: 'quota', amount: 10, window: 'hour' });
  let sent = 0;
  const counting: typeof fetch = (...request) => {
    sent += 1;
    return fetch(...request);
  };
  const messages = [{ role: 'user' as const, content: 'hi' }];
  const access = { apiKey: lab.key, fetch: counting };
  const openai = new OpenAI({ ...access, baseURL: `${lab.url}/v1` });
  const body = { model: LIMITED_MODEL, messages, max_tokens: 100 };
  await expect(openai.chat.completions.create(body)).rejects.toMatchObject({ code: 'budget_exceeded' });
  const anthropic = new Anthropic({ ...access, baseURL: lab.url });
  await expect(anthropic.messages.create(body)).rejects.toThrow('budget_exceeded');
  expect(sent).toBe(2);

  await lab
    .as('admin')
    .get(createLimit, { scope: 'token', scope_id: 'each', resource: 'requests', amount: 1, window: 'hour' });
  const { items } = await lab.as('admin').get(listLimits, { scope: 'everybody' });
  await lab.as('admin').get(deleteLimit, { id: items[0]?.id as number });
  await openai.chat.completions.create(body);
  await expect(openai.chat.completions.create(body)).rejects.toMatchObject({ status: 429 });
  expect(sent).toBe(4);
});

describe('headers', () => {
  test('show what is left in the words of OpenAI and of Anthropic', async () => {
    await lab.limit({ resource: 'requests', amount: 60, window: 'hour' });
    await lab.limit({ resource: 'requests', amount: 10, window: 'day' });
    await lab.limit({ resource: 'tokens', amount: 10_000, window: 'hour' });
    await (await lab.send()).text();
    await lab.booked();
    const response = await lab.send({ max_tokens: 100 });
    const shown = Object.fromEntries([...response.headers].filter(([name]) => name.includes('ratelimit')));
    expect(shown).toMatchObject({
      'x-ratelimit-limit-requests': '10',
      'x-ratelimit-remaining-requests': '8',
      'x-ratelimit-reset-requests': `${(11 * 60 + 50) * 60}s`,
      'anthropic-ratelimit-requests-limit': '10',
      'anthropic-ratelimit-requests-remaining': '8',
      'anthropic-ratelimit-requests-reset': '2026-11-26T00:00:00.000Z',
      'x-ratelimit-limit-tokens': '10000',
      'anthropic-ratelimit-tokens-reset': '2026-11-25T13:00:00.000Z',
    });
    expect(Number(shown['x-ratelimit-remaining-tokens'])).toBeLessThan(9900);
  });

  test('are on refusals and on errors of providers too, and absent without a rule', async () => {
    await lab.limit({ resource: 'requests', amount: 1, window: 'day' });
    lab.upstream.script = (_, response) => void response.writeHead(400).end('{"error":{"message":"no"}}');
    for (const status of [400, 403]) {
      const response = await lab.send();
      expect([response.status, response.headers.get('x-ratelimit-remaining-requests')]).toEqual([
        status,
        '0',
      ]);
    }
    await lab
      .as('admin')
      .get(deleteLimit, { id: (await lab.as('admin').get(listLimits, {})).items[0]?.id as number });
    expect((await lab.send()).headers.has('x-ratelimit-limit-requests')).toBe(false);
  });
});

interface RefusalBody {
  readonly code: string;
  readonly message: string;
  readonly limit: { readonly rule: string };
}

async function errorOf(response: Response): Promise<RefusalBody> {
  return ((await response.json()) as { error: RefusalBody }).error;
}
