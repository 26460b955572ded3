import { recomputeQuota } from '@tollgate/pricing';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hello, type RelayLab, START_QUOTA, startRelayLab } from '../testing/relay.ts';
import { completion, sendEvents, streamOf } from '../testing/upstream.ts';

let lab: RelayLab;
let openai: OpenAI;

beforeAll(async () => {
  lab = await startRelayLab();
  openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.script = completion();
});

const question = { model: 'gpt-4o', messages: [{ role: 'user' as const, content: 'Hi' }] };

// @spec A001
test('the official client gets the response of the provider', async () => {
  const answer = await openai.chat.completions.create(question);
  expect(answer.choices[0]?.message.content).toBe('Hello there');
  expect(answer.usage?.total_tokens).toBe(18);
});

// @spec H204
test('the official client gets a stream that ends', async () => {
  const stream = await openai.chat.completions.create({ ...question, stream: true });
  let text = '';
  for await (const event of stream) {
    text += event.choices[0]?.delta.content ?? '';
    expect(event.usage).toBeUndefined();
  }
  expect(text).toBe('Hello there');
});

test('a stream reports its usage when the caller requests it', async () => {
  const stream = await openai.chat.completions.create({
    ...question,
    stream: true,
    stream_options: { include_usage: true },
  });
  let total = 0;
  for await (const event of stream) total = event.usage?.total_tokens ?? total;
  expect(total).toBe(18);
});

// @spec P6
test('a price change applies to the next call when it happens during a call', async () => {
  const usage = { prompt_tokens: 1000, completion_tokens: 0, total_tokens: 1000 };
  lab.upstream.script = async (call, response) => {
    await lab.option('GroupRatio', { default: 3 });
    return completion({ usage })(call, response);
  };
  await (await lab.chat({})).text();
  lab.upstream.script = completion({ usage });
  await (await lab.chat({})).text();
  await lab.option('GroupRatio', { default: 1 });
  const { rows } = await lab.booked();
  expect(rows.slice(-2).map(({ quota }) => quota)).toEqual([1250, 3750]);
});

// @spec A002
test('a call costs round((prompt + completion x completion ratio) x model ratio x group ratio)', async () => {
  const before = await lab.booked();
  for (const stream of [false, true]) {
    lab.upstream.script = completion({
      usage: { prompt_tokens: 1003, completion_tokens: 501, total_tokens: 1504 },
    });
    await (await lab.chat({ stream, max_tokens: 1000 })).text();
  }
  const { balance, rows } = await lab.booked();
  const cost = Math.round((1003 + 501 * 4) * 1.25);
  expect(before.balance - balance).toBe(2 * cost);
  expect(rows.slice(-2).map(({ quota }) => quota)).toEqual([cost, cost]);
  for (const row of rows) expect(recomputeQuota(row)).toBe(row.quota);
});

// @spec D238 D240 D243 D244 D246 D247
test('the log row names caller, model and channel, and explains the price', async () => {
  const id = await lab.channel({
    models: 'alias',
    model_mapping: '{"alias":"gpt-4o-mini"}',
  });
  await lab.option('ModelRatio', { 'gpt-4o': 1.25, 'gpt-4o-mini': 0.075, alias: 2 });
  lab.upstream.script = completion({
    usage: { prompt_tokens: 100, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 40 } },
  });
  const answer = await lab.chat({ model: 'alias', stream: true, reasoning_effort: 'low' });
  await answer.text();
  const row = (await lab.booked()).rows.at(-1);
  expect(row).toMatchObject({
    username: 'payer',
    token_name: 'token',
    model_name: 'alias',
    channel_id: id,
    prompt_tokens: 100,
    completion_tokens: 10,
    is_stream: 1,
    group: 'default',
    billing_basis: 'upstream_usage',
    request_id: answer.headers.get('x-oneapi-request-id'),
    quota: 220,
  });
  expect(JSON.parse(row?.other ?? '')).toMatchObject({
    model_ratio: 2,
    group_ratio: 1,
    user_group_ratio: -1,
    completion_ratio: 1,
    cache_tokens: 40,
    cache_ratio: 1,
    model_price: -1,
    use_time_ms: expect.any(Number),
    frt: expect.any(Number),
    reasoning_effort: 'low',
    is_model_mapped: true,
    upstream_model_name: 'gpt-4o-mini',
    admin_info: { use_channel: [String(id)] },
  });
  expect(lab.upstream.calls.at(-1)?.json.model).toBe('gpt-4o-mini');
});

test('a request reaches the provider byte for byte', async () => {
  const odd =
    '{ "model":"gpt-4o" ,"messages":[{"role":"user","content":"\\u4e2d\\n \\"model\\":1"}],\n"x_new":{"a":[1.50,1e3]}, "max_tokens" : 5 }';
  await (await lab.chat(odd)).text();
  expect(lab.upstream.calls.at(-1)?.body.toString()).toBe(odd);
  expect(lab.upstream.calls.at(-1)?.headers.authorization).toMatch(/^Bearer sk-upstream-/);
});

test('a request changes only in model, channel overrides and usage option when it must', async () => {
  await lab.channel({
    models: 'spliced',
    model_mapping: '{"spliced":"middle","middle":"real"}',
    param_override: '{"temperature":0.5,"top_k":3}',
  });
  await lab.option('ModelRatio', { 'gpt-4o': 1.25, spliced: 1 });
  const body =
    '{"temperature": 1.0, "model":"spliced","stream":true,"messages":[{"role":"user","content":"é"}]}';
  await (await lab.chat(body)).text();
  expect(lab.upstream.calls.at(-1)?.body.toString()).toBe(
    '{"temperature": 0.5, "model":"real","stream":true,"messages":[{"role":"user","content":"é"}],"stream_options":{"include_usage":true},"top_k":3}',
  );
});

test('a response reaches the caller byte for byte however it is split', async () => {
  const call = { json: { model: 'm', stream_options: { include_usage: true } } } as never;
  const whole = Buffer.from(
    `: comment\r\n\n${streamOf(call, { text: 'Straße 世界 \\"usage\\":{ 🎉' }).join('')}`,
  );
  for (let round = 0; round < 10; round += 1) {
    lab.upstream.script = sendEvents(split(whole, round));
    const answer = await lab.chat({ stream: true, stream_options: { include_usage: true } });
    expect(Buffer.from(await answer.arrayBuffer()).equals(whole)).toBe(true);
  }
  const plain =
    '{ "id":"x","choices":[{"message":{"content":"\\u00e9"}}],"new_field":1.0,"usage":{"prompt_tokens":1,"completion_tokens":2} }\n';
  lab.upstream.script = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(plain);
  };
  expect(await (await lab.chat()).text()).toBe(plain);
});

test('cached tokens are charged once at their own price', async () => {
  await lab.option('ModelRatio', { 'gpt-4o': 1.25 });
  lab.upstream.script = completion({
    usage: { prompt_tokens: 1000, completion_tokens: 100, prompt_tokens_details: { cached_tokens: 800 } },
  });
  for (const stream of [false, true]) await (await lab.chat({ stream })).text();
  const { rows } = await lab.booked();
  expect(rows.slice(-2).map(({ quota }) => quota)).toEqual([1250, 1250]);
});

test('a request is read when its body is compressed', async () => {
  const { gzipSync } = await import('node:zlib');
  const packed = gzipSync(JSON.stringify(hello));
  const answer = await lab.chat(packed, { 'content-encoding': 'gzip' });
  expect(answer.status).toBe(200);
  expect(lab.upstream.calls.at(-1)?.json).toEqual(hello);
});

test('every log row matches its receipt, and the balance matches the rows', async () => {
  const { balance, rows } = await lab.booked();
  for (const row of rows) expect(recomputeQuota(row)).toBe(row.quota);
  expect(START_QUOTA - balance).toBe(rows.reduce((sum, { quota }) => sum + quota, 0));
});

function split(bytes: Buffer, seed: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + ((at * 7919 + seed * 104_729) % (seed < 3 ? 9 : 400));
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}
