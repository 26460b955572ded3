import Anthropic from '@anthropic-ai/sdk';
import {
  createLimit,
  deleteLimit,
  getLimitUsage,
  type LimitRuleDraft,
  listLimits,
  updateLimit,
} from '@tollgate/contract';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, type Script, sendEvents } from '../../testing/upstream.ts';
import { writing } from '../../testing/writing-upstream.ts';

const MODEL = 'gpt-4o-mini';
/** A prompt token costs 1 unit, an answer token 4. */
const OUTPUT = 4;
const PLENTY = 1_000_000_000;
const MIDDAY = Date.parse('2026-11-25T12:10:00Z');

let lab: RelayLab;
let clock = MIDDAY;
beforeAll(async () => {
  lab = await startRelayLab({
    channel: false,
    quota: PLENTY,
    now: () => clock,
    monotonicNow: () => performance.now(),
  });
  await lab.option('ModelRatio', { [MODEL]: 1 });
  await lab.option('CompletionRatio', { [MODEL]: OUTPUT });
  await lab.channel({ type: 1, models: MODEL, key: 'upstream-key-123456' });
});
afterAll(() => lab.close());
afterEach(async () => {
  const { items } = await lab.as('admin').get(listLimits, { page_size: 100 });
  for (const { id } of items) await lab.as('admin').get(deleteLimit, { id });
  lab.upstream.script = completion();
  clock = MIDDAY;
});

describe('a refusal', () => {
  const addresses = {
    openai: [
      '/v1/chat/completions',
      { model: MODEL, max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] },
    ],
    responses: ['/v1/responses', { model: MODEL, max_output_tokens: 100, input: 'hi' }],
    anthropic: [
      '/v1/messages',
      { model: MODEL, max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] },
    ],
    gemini: [
      `/v1beta/models/${MODEL}:generateContent`,
      { contents: [{ role: 'user', parts: [{ text: 'hi' }] }], generationConfig: { maxOutputTokens: 100 } },
    ],
  } as const;

  test.each(Object.keys(addresses) as (keyof typeof addresses)[])(
    'of a spent budget names the rule, its numbers and its reset in the format of %s, and is not retried',
    async (dialect) => {
      await limit({ name: 'team budget', resource: 'quota', amount: 10, window: 'day' });
      const [path, body] = addresses[dialect];
      const response = await post(path, body);

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
    },
  );

  test('says how long to wait when the window ends within the hour', async () => {
    await limit({ resource: 'requests', amount: 1, window: 'hour' });
    expect((await chat()).status).toBe(200);
    const refused = await chat();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(50 * 60)]);
    expect(refused.headers.get('x-should-retry')).toBe('false');
    expect((await errorOf(refused)).code).toBe('limit_reached');

    clock += 50 * 60_000;
    expect((await chat()).status).toBe(200);
  });

  test('says to come back shortly when running calls hold the budget', async () => {
    await limit({ resource: 'quota', amount: 1000, window: 'month' });
    const upstream = holdBack();
    const first = chat({ max_tokens: 100 });
    await expect.poll(() => lab.upstream.calls.length).toBe(1);
    const refused = await chat({ max_tokens: 190 });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(refused.headers.get('x-should-retry')).toBeNull();
    upstream.release();
    await (await first).text();
  });

  test('is counted nowhere: the rules that had room keep nothing of the call', async () => {
    const first = await limit({ resource: 'requests', amount: 5, window: 'day' });
    const second = await limit({ resource: 'quota', amount: 1, window: 'day' });
    const third = await limit({ resource: 'quota', amount: 100_000, window: 'day' });
    const refused = await chat();
    expect((await errorOf(refused)).limit.rule).toBe(`#${second}`);
    for (const id of [first, third]) expect(await usage(id)).toMatchObject({ spent: 0, held: 0 });
  });
});

test('the clients of OpenAI and Anthropic do not retry a spent budget', async () => {
  await limit({ resource: 'quota', amount: 10, window: 'hour' });
  let sent = 0;
  const counting: typeof fetch = (...request) => {
    sent += 1;
    return fetch(...request);
  };
  const messages = [{ role: 'user' as const, content: 'hi' }];
  const access = { apiKey: lab.key, fetch: counting };
  const openai = new OpenAI({ ...access, baseURL: `${lab.url}/v1` });
  const body = { model: MODEL, messages, max_tokens: 100 };
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

test('a budget of ten calls serves ten of 200 that come at once, plain and streamed, and what it counted is what was charged', async () => {
  const id = await limit({ resource: 'quota', amount: 10 * 500, window: 'day' });
  lab.upstream.script = completion({
    usage: { prompt_tokens: 100, completion_tokens: 100, total_tokens: 200 },
  });
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const response = await chat({ stream: index % 2 === 1, ...(index % 3 > 0 && { max_tokens: 100 }) });
      await response.text();
      return response.status;
    }),
  );
  const { rows } = await lab.booked();
  const charged = rows
    .slice(-statuses.filter((status) => status === 200).length)
    .reduce((sum, { quota }) => sum + quota, 0);
  const window = await usage(id);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  expect(window).toMatchObject({ spent: charged, held: 0 });
  expect(window.spent).toBeLessThanOrEqual(5000);
});

test('a raised limit admits the next call, and a lowered one refuses it', async () => {
  const id = await limit({ resource: 'quota', amount: 1, window: 'day' });
  expect((await chat()).status).toBe(403);
  await lab.as('admin').get(updateLimit, { id, amount: 100_000 });
  expect((await chat()).status).toBe(200);
  await lab.booked();
  await lab.as('admin').get(updateLimit, { id, amount: 1 });
  expect((await chat()).status).toBe(403);
});

test('a rule on a key that already spent counts from now', async () => {
  for (let call = 0; call < 3; call += 1) await (await chat()).text();
  await lab.booked();
  const id = await limit({
    scope: 'token',
    scope_id: 'each',
    resource: 'quota',
    amount: 100_000,
    window: 'forever',
  });
  await (await chat()).text();
  await lab.booked();
  const [window] = await lab.as('admin').get(getLimitUsage, { id });
  expect(window).toMatchObject({ calls: 1, spent: 11 + 7 * OUTPUT });
});

test('rules limit the models that they name', async () => {
  await limit({ resource: 'requests', amount: 0, window: 'day', models: 'claude-*,gpt-4o-m*i' });
  expect((await chat()).status).toBe(403);
  await lab.as('admin').get(updateLimit, {
    id: (await lab.as('admin').get(listLimits, {})).items[0]?.id as number,
    models: 'claude-*',
  });
  expect((await chat()).status).toBe(200);
});

describe('tokens', () => {
  test('are held by the prompt and the limit of the answer, and given back when they are not used', async () => {
    const id = await limit({ resource: 'tokens', amount: 1000, window: 'day' });
    const upstream = holdBack();
    const running = chat({ max_tokens: 300 });
    await expect.poll(() => lab.upstream.calls.length).toBe(1);
    const { held } = await usage(id);
    expect(held).toBeGreaterThan(300);
    expect(held).toBeLessThan(600);
    upstream.release();
    await (await running).text();
    await lab.booked();
    expect(await usage(id)).toMatchObject({ spent: 18, held: 0, calls: 1 });
  });

  test('of an answer without a limit are assumed, and the refusal says so', async () => {
    await limit({ resource: 'tokens', amount: 1000, window: 'day' });
    const refused = await chat({ max_tokens: undefined });
    expect(refused.status).toBe(403);
    expect((await errorOf(refused)).message).toContain('16384 tokens are assumed');
  });
});

test('a stream that would pass a budget ends with an error event and is charged for what came', async () => {
  const budget = 35_000 * OUTPUT;
  const id = await limit({ name: 'small', resource: 'quota', amount: budget, window: 'month' });
  lab.upstream.script = talkative(120, 500);
  const response = await chat({ stream: true, max_tokens: undefined });
  const text = await response.text();
  await lab.booked();

  expect(text.slice(-1000)).toContain('budget_exceeded');
  expect(text.slice(-1000)).toContain('“small”');
  const { spent, held } = await usage(id);
  expect(held).toBe(0);
  expect(spent).toBeGreaterThan(budget / 2);
  expect(spent).toBeLessThanOrEqual(budget);
}, 30_000);

describe('headers', () => {
  test('show what is left in the words of OpenAI and of Anthropic', async () => {
    await limit({ resource: 'requests', amount: 60, window: 'hour' });
    await limit({ resource: 'requests', amount: 10, window: 'day' });
    await limit({ resource: 'tokens', amount: 10_000, window: 'hour' });
    await (await chat()).text();
    await lab.booked();
    const response = await chat({ max_tokens: 100 });
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
    await limit({ resource: 'requests', amount: 1, window: 'day' });
    lab.upstream.script = (_, response) => void response.writeHead(400).end('{"error":{"message":"no"}}');
    for (const status of [400, 403]) {
      const response = await chat();
      expect([response.status, response.headers.get('x-ratelimit-remaining-requests')]).toEqual([
        status,
        '0',
      ]);
    }
    await lab
      .as('admin')
      .get(deleteLimit, { id: (await lab.as('admin').get(listLimits, {})).items[0]?.id as number });
    expect((await chat()).headers.has('x-ratelimit-limit-requests')).toBe(false);
  });
});

describe('concurrent calls', () => {
  test('are refused beyond the limit, and a slot is free after an answer, an error and a hang-up', async () => {
    const id = await limit({ scope: 'user', scope_id: 'each', resource: 'concurrent', amount: 1 });
    const upstream = holdBack();
    const first = chat();
    await expect.poll(() => lab.upstream.calls.length).toBe(1);
    const refused = await chat();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    upstream.release();
    await (await first).text();

    lab.upstream.script = (_, response) => void response.writeHead(400).end('{"error":{"message":"no"}}');
    expect((await chat()).status).toBe(400);
    lab.upstream.script = writing({ manners: 'obedient', tokens: 5000, maximum: 5000 });
    const leaving = new AbortController();
    const response = await chat({ stream: true, max_tokens: 5000 }, leaving.signal);
    await response.body?.getReader().read();
    leaving.abort();
    lab.upstream.script = completion();
    await expect.poll(async () => (await chat()).status).toBe(200);
    expect(id).toBeGreaterThan(0);
  });

  test('wait for their turn when the rule says so, first come first served, and hold no money meanwhile', async () => {
    await limit({ resource: 'concurrent', amount: 1, when_full: 'wait', wait_seconds: 20 });
    const budget = await limit({ resource: 'quota', amount: 1_000_000, window: 'day' });
    const upstream = holdBack();
    const order: number[] = [];
    const send = async (number: number) => {
      const response = await chat();
      await response.text();
      order.push(number);
      return response.status;
    };
    const calls = [send(1)];
    await expect.poll(() => lab.upstream.calls.length).toBe(1);
    const { held } = await usage(budget);
    for (const number of [2, 3]) {
      calls.push(send(number));
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect((await usage(budget)).held).toBe(held);
    upstream.release();
    expect(await Promise.all(calls)).toEqual([200, 200, 200]);
    expect(order).toEqual([1, 2, 3]);
  });

  test('that wait longer than the rule allows are refused', async () => {
    await limit({ resource: 'concurrent', amount: 1, when_full: 'wait', wait_seconds: 1 });
    const upstream = holdBack();
    const first = chat();
    await expect.poll(() => lab.upstream.calls.length).toBe(1);
    expect((await chat()).status).toBe(429);
    upstream.release();
    await (await first).text();
  });
});

describe('a full channel', () => {
  test('is passed over without an attempt, and with all channels full the call gets 429', async () => {
    const second = await lab.channel({ type: 1, models: MODEL, key: 'second-key-1234567', priority: -1 });
    const first = (
      await lab.ctx.db.selectFrom('channels').select('id').where('id', '!=', second).executeTakeFirstOrThrow()
    ).id;
    await limit({ scope: 'channel', scope_id: first, resource: 'requests', amount: 1, window: 'hour' });
    const before = await countAttempts(first);
    for (let call = 0; call < 3; call += 1) expect((await chat()).status).toBe(200);
    const { rows } = await lab.booked();
    expect(rows.slice(-3).map(({ channel_id }) => channel_id)).toEqual([first, second, second]);
    expect(await countAttempts(first)).toBe(before);

    await limit({ scope: 'channel', scope_id: second, resource: 'quota', amount: 100, window: 'day' });
    const full = await chat();
    expect([full.status, full.headers.get('retry-after')]).toEqual([429, String(50 * 60)]);
    expect((await errorOf(full)).code).toBe('channels_full');
    await lab.ctx.db.updateTable('channels').set({ status: 2 }).where('id', '=', second).execute();
    await lab.ctx.db.updateTable('abilities').set({ enabled: 0 }).where('channel_id', '=', second).execute();
    lab.ctx.revisions.announce('channels');
  });
});

async function limit(
  draft: Partial<LimitRuleDraft> & Pick<LimitRuleDraft, 'resource' | 'amount'>,
): Promise<number> {
  const { id } = await lab.as('admin').get(createLimit, { scope: 'everybody', ...draft });
  lab.upstream.calls.length = 0;
  return id;
}

interface RefusalBody {
  readonly code: string;
  readonly message: string;
  readonly limit: { readonly rule: string };
}

async function errorOf(response: Response): Promise<RefusalBody> {
  return ((await response.json()) as { error: RefusalBody }).error;
}

async function countAttempts(channelId: number): Promise<number> {
  const rows = await lab.ctx.logDb
    .selectFrom('attempts')
    .select('channel_id')
    .where('channel_id', '=', channelId)
    .execute();
  return rows.length;
}

async function usage(id: number) {
  const windows = await lab.as('admin').get(getLimitUsage, { id });
  const current = windows.find(({ is_current }) => is_current);
  if (!current) throw new Error('no window counts now');
  return current;
}

function chat(fields: object = {}, signal?: AbortSignal): Promise<Response> {
  return post(
    '/v1/chat/completions',
    { model: MODEL, max_tokens: 100, messages: [{ role: 'user', content: 'hi' }], ...fields },
    signal,
  );
}

function post(path: string, body: object, signal?: AbortSignal): Promise<Response> {
  return fetch(`${lab.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}

/** The provider answers when it is released. */
function holdBack(): { release(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const answer: Script = completion();
  lab.upstream.script = async (call, response) => {
    await promise;
    await answer(call, response);
  };
  return { release: resolve };
}

/** A provider whose answer takes its time: so many events of so many tokens. */
function talkative(events: number, tokens: number): Script {
  const delta = { content: ' word'.repeat(tokens) };
  const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
  return sendEvents([...Array.from({ length: events }, () => event), 'data: [DONE]\n\n'], { gapMs: 50 });
}
