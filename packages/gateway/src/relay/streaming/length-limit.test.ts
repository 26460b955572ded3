import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBalance } from '../../ledger/post.ts';
import { type MadeUser, makeUser } from '../../testing/factories.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, fail, sendEvents, sendJson } from '../../testing/upstream.ts';
import { writing } from '../../testing/writing-upstream.ts';

/** An answer token costs 4 units, a prompt token 1. */
const RATIO = 1;
const OUTPUT = 4;
const models = {
  'gpt-4o-mini': 1,
  'o3-mini': 1,
  'gpt-4': 1,
  'gpt-3.5-turbo': 1,
  'claude-3-5-sonnet-20241022': 14,
  'gemini-2.0-flash': 24,
  'mistral-small-latest': 42,
  'grok-3-mini': 48,
  'my-own-model': 1,
  'limited-by-channel': 1,
  'limited-otherwise': 1,
  'raised-by-channel': 1,
  renamed: 1,
  'gpt-5-mini': 1,
};

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 100_000_000, moneyWaitMs: 1 });
  const names = Object.keys(models);
  await lab.option('ModelRatio', Object.fromEntries(names.map((name) => [name, RATIO])));
  await lab.option('CompletionRatio', Object.fromEntries(names.map((name) => [name, OUTPUT])));
  const settings: Record<string, object> = {
    'limited-by-channel': { param_override: '{"max_tokens":100}' },
    'limited-otherwise': { param_override: '{"max_completion_tokens":1000000}' },
    'raised-by-channel': { param_override: '{"max_tokens":4000}' },
    'gpt-5-mini': { model_mapping: '{"gpt-5-mini":"my-deployment"}' },
    renamed: { model_mapping: '{"renamed":"gpt-4.1"}' },
  };
  for (const [name, type] of Object.entries(models))
    await lab.channel({ type, models: name, key: 'upstream-key-123456', ...settings[name] });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.calls.length = 0;
  lab.upstream.script = completion();
});

const messages = [{ role: 'user', content: 'Write' }];
/** Pays for a prompt, and for 1,000 tokens of an answer. */
const POOR = 1000 * OUTPUT + 200;

describe('a balance that covers a part of the longest answer', () => {
  test.each([
    ['gpt-4o-mini', 'max_tokens'],
    ['o3-mini', 'max_completion_tokens'],
    ['mistral-small-latest', 'max_tokens'],
    ['grok-3-mini', 'max_completion_tokens'],
    ['limited-otherwise', 'max_completion_tokens'],
    ['gpt-4', 'max_tokens'],
    ['gpt-5-mini', 'max_completion_tokens'],
  ])('limits %s by %s alone', async (model, field) => {
    const sent = await sentFor('/v1/chat/completions', { model, messages });
    expect(sent[field]).toBeGreaterThan(900);
    expect(sent[field]).toBeLessThan(1500);
    const other = field === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    expect(sent).not.toHaveProperty(other);
  });

  test('leaves a lower limit of a channel as it is', async () => {
    const sent = await sentFor('/v1/chat/completions', { model: 'limited-by-channel', messages });
    expect(sent.max_tokens).toBe(100);
  });

  test('limits each of several answers to its part', async () => {
    const sent = await sentFor('/v1/chat/completions', { model: 'gpt-4o-mini', messages, n: 2 }, POOR * 2);
    expect(sent.max_tokens).toBeLessThan(1100);
    expect(sent.max_tokens).toBeGreaterThan(900);
  });

  test('limits each answer to each prompt of a list to its part', async () => {
    const body = { model: 'gpt-4o-mini', prompt: ['Write', 'Read'] };
    const sent = await sentFor('/v1/completions', body, POOR * 2);
    expect(sent.max_tokens).toBeLessThan(1100);
  });

  test('limits a body that passes through raw', async () => {
    await lab.option('global.pass_through_request_enabled', true);
    const sent = await sentFor('/v1/chat/completions', { model: 'gpt-4o-mini', messages });
    await lab.option('global.pass_through_request_enabled', false);
    expect(sent.max_tokens).toBeLessThan(1050);
  });

  test('limits a converted call whose model has a lower default', async () => {
    const sent = await sentFor('/v1/chat/completions', { model: 'claude-3-5-sonnet-20241022', messages });
    expect(sent.max_tokens).toBeLessThan(1050);
  });

  test('limits a call of Google without losing its settings', async () => {
    const body = { contents: [{ parts: [{ text: 'Write' }] }], generationConfig: { temperature: 0.5 } };
    const sent = await sentFor('/v1beta/models/gemini-2.0-flash:generateContent', body);
    expect(sent.generationConfig).toEqual({ temperature: 0.5, maxOutputTokens: expect.any(Number) });
  });

  test('changes no other byte of the request', async () => {
    const body = ' {"model": "gpt-4o-mini",\t"messages" :[{"role":"user","content":"Write"}], "x":1e0 } ';
    await ask(await poorKey(), '/v1/chat/completions', body);
    const sent = lab.upstream.calls.at(-1)?.body.toString() ?? '';
    expect(sent.replace(/,"max_tokens":\d+/, '')).toBe(body);
    expect(sent).toMatch(/"max_tokens":\d+/);
  });

  test('is explained to the caller when the provider refuses the limit', async () => {
    lab.upstream.script = fail(400, {
      error: { message: 'max_tokens is too small', type: 'invalid_request_error', param: 'max_tokens' },
    });
    const answer = await ask(await poorKey(), '/v1/chat/completions', { model: 'gpt-4o-mini', messages });
    expect(answer.status).toBe(403);
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    expect(error.code).toBe('insufficient_user_quota');
    expect(error.message).toMatch(/covers a response of about \d+ tokens/);
  });

  test('advises no other limit when the provider does not support the field', async () => {
    lab.upstream.script = fail(400, {
      error: { message: "Unsupported parameter: 'max_tokens' is not supported with this model." },
    });
    const answer = await ask(await poorKey(), '/v1/chat/completions', { model: 'gpt-4o-mini', messages });
    expect(answer.status).toBe(403);
    expect((await errorOf(answer)).message).toMatch(
      /doesn't accept such a limit. Top up, or use another model/,
    );
  });

  test("returns the provider's error when it does not support a field of the caller", async () => {
    lab.upstream.script = fail(400, { error: { message: 'Unknown parameter: context_length' } });
    const answer = await ask(await poorKey(), '/v1/chat/completions', { model: 'gpt-4o-mini', messages });
    expect(answer.status).toBe(400);
  });

  test('is not mentioned when the provider refuses another field', async () => {
    lab.upstream.script = fail(400, { error: { message: 'messages must not be empty' } });
    const answer = await ask(await poorKey(), '/v1/chat/completions', { model: 'gpt-4o-mini', messages });
    expect(answer.status).toBe(400);
  });
});

describe('a balance that covers the longest answer', () => {
  test.each([
    ['/v1/chat/completions', { model: 'gpt-4o-mini', messages }],
    ['/v1/completions', { model: 'gpt-4o-mini', prompt: 'Write' }],
    ['/v1/responses', { model: 'gpt-4o-mini', input: 'Write' }],
    ['/v1/chat/completions', { model: 'my-own-model', messages }],
    ['/v1beta/models/gemini-2.0-flash:generateContent', { contents: [{ parts: [{ text: 'Write' }] }] }],
  ])('sends the bytes of the caller to %s', async (path, body) => {
    const text = ` ${JSON.stringify(body)}\n`;
    await ask(lab.key, path, text);
    expect(lab.upstream.calls.at(-1)?.body.toString()).toBe(text);
  });

  test('limits an upstream model that can write more than is held', async () => {
    await ask(lab.key, '/v1/chat/completions', { model: 'renamed', messages });
    expect(lab.upstream.calls.at(-1)?.json).toMatchObject({ model: 'gpt-4.1', max_tokens: 16_384 });
  });

  test('keeps the limit of the caller when a channel has a higher one', async () => {
    await ask(lab.key, '/v1/chat/completions', { model: 'raised-by-channel', messages, max_tokens: 10 });
    expect(lab.upstream.calls.at(-1)?.json).toMatchObject({ max_tokens: 10 });
  });
});

test('a stream within its limit is not cut when the balance covers exactly that', async () => {
  // 1,000 tokens that are 17 bytes each.
  const content = ' unconstitutional'.repeat(100);
  const usage = { prompt_tokens: 8, completion_tokens: 1000, total_tokens: 1008 };
  lab.upstream.script = sendEvents([
    ...Array.from({ length: 10 }, () => event({ choices: [{ index: 0, delta: { content } }] })),
    event({ choices: [{ index: 0, delta: {}, finish_reason: 'length' }] }),
    event({ choices: [], usage }),
    'data: [DONE]\n\n',
  ]);
  const body = { model: 'gpt-4o-mini', messages, stream: true, max_tokens: 1000 };
  const user = await makeUser(lab.ctx, { quota: 1000 * OUTPUT + 60 });
  const answer = await (await ask(await lab.token({}, user), '/v1/chat/completions', body)).text();
  expect(answer.split('unconstitutional')).toHaveLength(1001);
  expect(answer).toContain('[DONE]');
  expect(answer).not.toContain('insufficient_quota');
  expect(await balanceOf(user)).toBeGreaterThanOrEqual(0);
});

test('a stream is cut when it is far beyond its limit', async () => {
  lab.upstream.script = writing({ manners: 'disobedient', tokens: 50_000, maximum: 16_384 });
  const user = await makeUser(lab.ctx, { quota: POOR });
  const body = { model: 'gpt-4o-mini', messages, stream: true };
  const answer = await (await ask(await lab.token({}, user), '/v1/chat/completions', body)).text();
  expect(answer).toContain('"finish_reason":"length"');
  expect(answer).not.toContain('insufficient_quota');
  expect(await balanceOf(user)).toBeGreaterThanOrEqual(0);
});

describe.each([false, true])(
  'an answer of 20,000 tokens from an undocumented model (stream: %s)',
  (stream) => {
    const body = { model: 'my-own-model', messages, stream };
    const least = 16_384 * OUTPUT;

    test('is charged in full when the balance covers it', async () => {
      lab.upstream.script = writing({ manners: 'obedient', tokens: 20_000, maximum: 100_000 });
      const user = await makeUser(lab.ctx, { quota: 2 * least + 1000 });
      await (await ask(await lab.token({}, user), '/v1/chat/completions', body)).text();
      expect(await balanceOf(user)).toBe(2 * least + 1000 - (20_000 * OUTPUT + 8));
    });

    test('takes no more than the balance when other calls hold the rest', async () => {
      lab.upstream.script = writing({ manners: 'obedient', tokens: 20_000, maximum: 100_000 });
      const user = await makeUser(lab.ctx, { quota: 2 * least + 1000 });
      const key = await lab.token({}, user);
      const answers = [1, 2, 3].map(async () => (await ask(key, '/v1/chat/completions', body)).text());
      await Promise.all(answers);
      expect(await balanceOf(user)).toBeGreaterThanOrEqual(0);
    });
  },
);

test('reasoning is dropped from a limited Claude call without room for it', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, {});
  const body = { model: 'claude-3-5-sonnet-20241022', messages, reasoning_effort: 'high' };
  const sent = await sentFor('/v1/chat/completions', body);
  expect(sent).not.toHaveProperty('thinking');
  expect(sent.max_tokens).toBeLessThan(1050);
});

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

async function errorOf(answer: Response): Promise<{ code: string; message: string }> {
  return ((await answer.json()) as { error: { code: string; message: string } }).error;
}

async function poorKey(quota = POOR): Promise<string> {
  return lab.token({}, await makeUser(lab.ctx, { quota }));
}

/** Returns the upstream body of a call with a small balance. */
async function sentFor(path: string, body: object, quota = POOR): Promise<Record<string, unknown>> {
  await (await ask(await poorKey(quota), path, body)).text();
  return lab.upstream.calls.at(-1)?.json ?? {};
}

function ask(key: string, path: string, body: object | string): Promise<Response> {
  return fetch(lab.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function balanceOf({ id }: MadeUser): Promise<number> {
  await lab.ctx.ledger.settled();
  return (await findBalance(lab.ctx.db, { ownerType: 'user', ownerId: id }))?.balance ?? Number.NaN;
}
