import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { makeUser } from '../../testing/factories.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, cutAfter, fail, type Script, sendJson, streamOf } from '../../testing/upstream.ts';

const CLAUDE = 'claude-3-5-sonnet-20241022';
const messages = [{ role: 'user', content: 'Say hello' }];
let lab: RelayLab;
/** Models whose provider fails, and how. */
let failing: Record<string, Script>;

beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 100_000_000 });
  await lab.channel({ type: 1, models: 'cheap,first,dear,priceless' });
  await lab.channel({ type: 14, models: CLAUDE });
  await lab.channel({ type: 1, models: 'elsewhere', group: 'vip' });
  await lab.option('ModelRatio', { cheap: 1, first: 2, dear: 10, [CLAUDE]: 3, elsewhere: 1, absent: 1 });
  await lab.option('CompletionRatio', { cheap: 1, first: 1, dear: 1 });
});
afterAll(() => lab.close());
beforeEach(() => {
  failing = {};
  lab.upstream.calls.length = 0;
  lab.upstream.script = (call, response) => {
    const script = failing[String(call.json.model)];
    if (script) return script(call, response);
    if (!call.path.endsWith('/messages')) return completion()(call, response);
    const usage = { input_tokens: 11, output_tokens: 7 };
    const content = [{ type: 'text', text: 'Hello there' }];
    return sendJson(response, 200, {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: call.json.model,
      content,
      stop_reason: 'end_turn',
      usage,
    });
  };
});

async function send(path: string, body: object | string, key = lab.key) {
  const response = await fetch(lab.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    served: response.headers.get('x-tollgate-model'),
    text,
    json: parsed(text),
  };
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const chat = (body: object, key?: string) =>
  send('/v1/chat/completions', { messages, max_tokens: 50, ...body }, key);
const sentModels = () => lab.upstream.calls.map(({ json }) => json.model);

test.each([
  ['chat', '/v1/chat/completions', { messages }],
  ['responses', '/v1/responses', { input: 'Say hello' }],
  ['messages', '/v1/messages', { messages, max_tokens: 50 }],
])(
  'a %s request goes to the next model of its list, which is named, logged and charged',
  async (_, path, body) => {
    failing = { first: fail(500), dear: fail(429) };
    const before = (await lab.booked()).balance;
    // A responses call at OpenAI passes as it is; the others answer chats.
    if (path === '/v1/responses')
      failing.cheap = (call, response) =>
        sendJson(response, 200, {
          id: 'r',
          object: 'response',
          status: 'completed',
          model: call.json.model,
          output: [],
          usage: { input_tokens: 11, output_tokens: 7 },
        });
    const { status, json, served } = await send(path, { ...body, model: 'first', models: ['dear', 'cheap'] });
    expect([status, json.model, served]).toEqual([200, 'cheap', 'cheap']);
    expect(sentModels()).toEqual(['first', 'dear', 'cheap']);
    for (const call of lab.upstream.calls) expect(call.json).not.toHaveProperty('models');
    const row = await lastRow(lab);
    expect(row).toMatchObject({ model_name: 'cheap', prompt_tokens: 11, completion_tokens: 7, quota: 18 });
    expect(JSON.parse(row.other)).toMatchObject({ requested_model: 'first', model_ratio: 1 });
    expect(JSON.parse(row.other).admin_info.use_channel).toHaveLength(3);
    expect((await lab.booked()).balance).toBe(before - 18);
  },
);

test('a converted answer names the model that served, and models alone names the first', async () => {
  failing = { first: fail(500) };
  const { json } = await chat({ models: ['first', CLAUDE] });
  expect(json.model).toBe(CLAUDE);
  expect(JSON.parse((await lastRow(lab)).other).requested_model).toBe('first');
  expect((await chat({})).status).toBe(400);
});

test('the bytes of a request without a list stay, and with one only its model and list change', async () => {
  const body = `{ "model" : "first","messages":[{"role":"user","content":"h\\u0069"}],  "x":1.0}`;
  await send('/v1/chat/completions', body);
  expect(lab.upstream.calls[0]?.body.toString()).toBe(body);
  failing = { first: fail(500) };
  await send('/v1/chat/completions', body.replace('"x"', '"models":["cheap"], "x"'));
  const [, once, again] = lab.upstream.calls.map((call) => call.body.toString());
  expect(once).toBe(`{ "model" : "first","messages":[{"role":"user","content":"h\\u0069"}], "x":1.0}`);
  expect(again).toBe(once?.replace('first', 'cheap'));
});

test.each([
  ['no channel lists it', { models: ['unlisted', 'cheap'] }],
  ['no channel of the group has it', { models: ['elsewhere', 'cheap'] }],
  ['it has no price', { models: ['priceless', 'cheap'] }],
])('the next model serves when the first has no way: %s', async (_, body) => {
  const { status, json } = await chat(body);
  expect([status, json.model]).toEqual([200, 'cheap']);
  expect((await lastRow(lab)).model_name).toBe('cheap');
});

test('when no model works the caller gets the error of the last one, and the row has the tries of all', async () => {
  failing = { first: fail(500), cheap: fail(429) };
  const { balance, rows } = await lab.booked();
  const { status, json } = await chat({ models: ['first', 'cheap'] });
  expect([status, json.error.code]).toEqual([429, 'bad_response_status_code']);
  const after = await lab.booked();
  expect([after.balance, after.rows.length]).toEqual([balance, rows.length]);
  const failed = () =>
    lab.ctx.logDb
      .selectFrom('logs')
      .selectAll()
      .where('type', '=', 5)
      .orderBy('id', 'desc')
      .executeTakeFirst();
  await expect.poll(async () => (await failed())?.model_name, { timeout: 5000 }).toBe('first');
  const { attempts } = JSON.parse((await failed())?.other ?? '').admin_info;
  expect(attempts).toMatchObject([
    { model: 'first', status: 500 },
    { model: 'cheap', status: 429 },
  ]);
  expect((await chat({ models: ['unlisted', 'none'] })).status).toBe(404);
});

test('a limit of models applies to each', async () => {
  const key = await lab.token({ model_limits_enabled: true, model_limits: 'first,cheap' });
  failing = { first: fail(500) };
  expect((await chat({ models: ['first', 'dear', 'cheap'] }, key)).json.model).toBe('cheap');
  expect(sentModels()).toEqual(['first', 'cheap']);
  expect((await chat({ models: ['dear'] }, key)).json.error.code).toBe('model_refused');
  expect((await chat({ model: 'dear', models: ['cheap'] }, key)).json.model).toBe('cheap');
});

test('an answer that began is not started again at another model', async () => {
  failing = { first: (call, response) => cutAfter(streamOf(call).slice(0, 3))(call, response) };
  const { text } = await chat({ models: ['first', 'cheap'], stream: true });
  expect(text).toContain('upstream_cut');
  expect(sentModels()).toEqual(['first']);
  expect((await lastRow(lab)).model_name).toBe('first');
});

test('the hold covers the dearest model, and the charge is that of the one that served', async () => {
  const user = await makeUser(lab.ctx, { username: 'spender', quota: 1_000_000 });
  const key = await lab.token({}, user);
  let held = 0;
  failing = {
    first: async (call, response) => {
      const holds = await lab.ctx.db.selectFrom('hold').select('amount').execute();
      held = Math.max(...holds.map(({ amount }) => Number(amount)));
      await completion()(call, response);
    },
  };
  await chat({ model: 'first', models: ['dear', 'cheap'], max_tokens: 1000 }, key);
  expect(held).toBeGreaterThanOrEqual(10_000);
  expect(await lastRow(lab)).toMatchObject({ model_name: 'first', quota: 36, username: 'spender' });
  expect(JSON.parse((await lastRow(lab)).other)).not.toHaveProperty('requested_model');
});

test('a model after the first that the balance does not cover is left out', async () => {
  const user = await makeUser(lab.ctx, { username: 'modest', quota: 3000 });
  const key = await lab.token({}, user);
  failing = { first: fail(500) };
  expect((await chat({ models: ['first', 'dear', 'cheap'], max_tokens: 1000 }, key)).json.model).toBe(
    'cheap',
  );
  expect(sentModels()).toEqual(['first', 'cheap']);
  const poor = await lab.token({}, await makeUser(lab.ctx, { username: 'penniless', quota: 3 }));
  expect((await chat({ models: ['first', 'cheap'], max_tokens: 1000 }, poor)).json.error.code).toBe(
    'insufficient_user_quota',
  );
});

test('calls at once with a dear model in their lists do not take a balance below zero', async () => {
  const user = await makeUser(lab.ctx, { username: 'crowd', quota: 12_000 });
  const key = await lab.token({}, user);
  failing = {
    first: fail(500),
    dear: (call, response) =>
      completion({ usage: { prompt_tokens: 11, completion_tokens: 900 } })(call, response),
  };
  await Promise.all(
    Array.from({ length: 10 }, () => chat({ models: ['first', 'dear'], max_tokens: 900 }, key)),
  );
  await lab.booked();
  const account = await lab.ctx.db
    .selectFrom('account')
    .selectAll()
    .where('owner_type', '=', 'user')
    .where('owner_id', '=', user.id)
    .executeTakeFirst();
  expect(Number(account?.balance)).toBeGreaterThanOrEqual(0);
});

test("an administrator's list of the group serves chats without a list of their own", async () => {
  await lab.option('GroupFallbackModels', { default: ['cheap', CLAUDE], vip: ['dear'] });
  failing = { first: fail(500) };
  const { json, served } = await chat({ model: 'first' });
  expect([json.model, served]).toEqual(['cheap', 'cheap']);
  expect((await chat({ model: 'typo' })).json.model).toBe('cheap');
  failing = { first: fail(500), cheap: fail(500) };
  expect((await send('/v1/messages', { model: 'first', messages, max_tokens: 50 })).json.model).toBe(CLAUDE);
  // The caller's own list takes its place, and other endpoints have none.
  expect((await chat({ models: ['first'] })).status).toBe(500);
  expect((await send('/v1/embeddings', { model: 'first', input: 'x' })).status).toBe(500);
  const limited = await lab.token({ model_limits_enabled: true, model_limits: 'cheap' });
  expect((await chat({ model: 'first' }, limited)).json.error.code).toBe('model_refused');
  await lab.option('GroupFallbackModels', {});
});

test('a large request is served by its list too', async () => {
  const large = [{ role: 'user', content: 'x'.repeat(300_000) }];
  failing = { first: fail(500) };
  expect((await chat({ messages: large, models: ['unlisted', 'first', 'cheap'] })).json.model).toBe('cheap');
  expect(lab.upstream.calls.at(-1)?.json.messages).toEqual(large);
});
