import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { makeUser } from '../../testing/factories.ts';
import {
  manyFields,
  manyItems,
  manyLevels,
  manyMembers,
  manyMessages,
  manyShapes,
} from '../../testing/hostile-bodies.ts';
import { hello, type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, sendJson } from '../../testing/upstream.ts';
import { openaiChat } from '../dialects/openai-chat.ts';
import { RelayError } from '../errors.ts';

const MEGABYTE = 1024 * 1024;
const VECTORS = 'text-embedding-3-small';
const CLAUDE = 'claude-3-5-haiku-20241022';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ quota: 1_000_000_000 });
  await lab.channel({ models: VECTORS });
  await lab.channel({ type: 14, models: CLAUDE });
});
afterAll(() => lab.close());

interface Refusal {
  error: { code: string; message: string };
}

async function refusal(answer: Response): Promise<[number, string, string]> {
  const { error } = (await answer.json()) as Refusal;
  return [answer.status, error.code, error.message];
}

function send(path: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
  return fetch(lab.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}`, ...headers },
    body: body as string,
  });
}

const hostile: [string, string, string, string, string][] = [
  ['600,000 fields', manyFields(600_000), 'json_too_many_fields', '1000', '"1000"'],
  ['200,000 members', manyMembers(200_000), 'json_too_many_members', '100000', '"metadata"'],
  ['50,000 different members', manyShapes(50_000), 'json_too_many_shapes', '12000', '"tools"'],
  ['200,000 items', manyItems(200_000), 'json_too_many_items', '100000', '"stop"'],
  ['10,001 messages', manyMessages(10_001), 'field_invalid', '10000', '"messages"'],
  ['100 levels', manyLevels(100), 'json_too_deep', '64', '"tools"'],
];

test.each(hostile)(
  'a body of %s is refused with the limit and the field, plain and compressed',
  async (_, body, code, most, field) => {
    const calls = lab.upstream.calls.length;
    for (const answer of [
      await lab.chat(body),
      await lab.chat(gzipSync(body), { 'content-encoding': 'gzip' }),
    ]) {
      const [status, sentCode, message] = await refusal(answer);
      expect([status, sentCode]).toEqual([400, code]);
      expect(message).toContain(most);
      expect(message).toContain(field);
    }
    expect(lab.upstream.calls).toHaveLength(calls);
  },
);

test('a list with too many levels is refused without an empty name of a field', async () => {
  const [status, code, message] = await refusal(await lab.chat(`${'['.repeat(100)}${']'.repeat(100)}`));
  expect([status, code]).toEqual([400, 'json_too_deep']);
  expect(message).toContain('"(unnamed)"');
});

test.each([
  ['99,000 strings of 300 characters', 99_000, 'x'.repeat(300), '16777216'],
  ['100,000 strings of 40 escapes', 99_000, '\n'.repeat(40), '16777216'],
  ['16,000 strings of 950 escapes', 16_000, '"'.repeat(950), '1500000'],
])('a body of %s is refused with the limit and the field', async (_, count, text, most) => {
  const [status, code, message] = await refusal(
    await lab.chat({ stop: Array.from({ length: count }, () => text) }),
  );
  expect([status, code]).toEqual([400, 'json_too_heavy']);
  expect(message).toContain(most);
  expect(message).toContain('"stop"');
});

test.each([
  ['gpt-4o', 'the dialect of the caller'],
  [CLAUDE, 'another dialect'],
])('a body of 16 million escapes for %s is refused with the limit and the field (%s)', async (model) => {
  const calls = lab.upstream.calls.length;
  const messages = [{ role: 'user', content: '\n'.repeat(16_000_000) }];
  const [status, code, message] = await refusal(await lab.chat({ model, messages }));
  expect([status, code]).toEqual([400, 'json_too_heavy']);
  expect(message).toContain('1500000');
  expect(message).toContain('"messages"');
  expect(lab.upstream.calls).toHaveLength(calls);
});

test('a body of 15 million numbers is refused with the limit and the field', async () => {
  const body = `{"model":"gpt-4o","messages":[{"role":"user","content":[${'1,'.repeat(15_000_000)}1]}]}`;
  const [status, code, message] = await refusal(await send('/v1/chat/completions', body));
  expect([status, code]).toEqual([400, 'json_too_heavy']);
  expect(message).toContain('2500000');
  expect(message).toContain('"messages"');
});

test('a picture of megabytes with escaped slashes reaches the provider byte by byte', async () => {
  lab.upstream.script = completion();
  const url = `data:image\\/png;base64,${`${'QUJD'.repeat(16)}\\/`.repeat(450_000)}`;
  const messages = `[{"role":"user","content":[{"type":"image_url","image_url":{"url":"${url}"}}]}]`;
  const body = `{"model":"gpt-4o","messages":${messages}}`;
  expect((await lab.chat(body)).status).toBe(200);
  expect(lab.upstream.calls.at(-1)?.body.equals(Buffer.from(body))).toBe(true);
});

test('a request with 500 strings of 60,000 characters reaches the provider byte by byte', async () => {
  lab.upstream.script = completion();
  const content = 'word '.repeat(12_000);
  const messages = Array.from({ length: 500 }, () => ({ role: 'user', content }));
  const body = JSON.stringify({ model: 'gpt-4o', messages });
  expect((await lab.chat(body)).status).toBe(200);
  expect(lab.upstream.calls.at(-1)?.body.equals(Buffer.from(body))).toBe(true);
});

test.each([
  ...['/v1/chat/completions', '/v1/responses', '/v1/messages', '/v1/messages/count_tokens'],
  ...['/v1beta/models/gpt-4o:generateContent', '/v1beta/models/gpt-4o:embedContent'],
  ...['/v1/completions', '/v1/embeddings', '/v1/engines/gpt-4o/embeddings', '/v1/moderations', '/v1/rerank'],
  ...['/v1/images/generations', '/v1/audio/speech', '/mj/submit/imagine', '/mj/task/list-by-condition'],
  ...['/suno/submit/music', '/suno/fetch'],
])('%s refuses a body with too many fields', async (path) => {
  const answer = await send(path, manyFields(30_000));
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('1000');
});

test('a body is refused when it is not UTF-8, whatever its structure', async () => {
  const body = Buffer.concat([Buffer.from(manyFields(100_000).slice(0, -1)), Buffer.from([0xff, 0x7d])]);
  for (const path of ['/v1/chat/completions', '/mj/submit/imagine', '/suno/submit/music'])
    expect((await send(path, body)).status).toBe(400);
});

test.each([
  ['without a balance', 403, 'insufficient_user_quota', { model: 'gpt-4o' }],
  ['for a model that no channel offers', 404, 'model_not_found', { model: 'unknown-model' }],
])('a large request %s is refused before it is parsed', async (_, status, code, { model }) => {
  const poor = await lab.token({}, await makeUser(lab.ctx, { quota: 0 }));
  const key = status === 403 ? poor : lab.key;
  const broken = `{"model":"${model}","messages":[{"role":"user","content":"${'x'.repeat(MEGABYTE)}" oops`;
  const answer = await send('/v1/chat/completions', broken, { authorization: `Bearer ${key}` });
  expect((await refusal(answer)).slice(0, 2)).toEqual([status, code]);
});

test('a large request is refused before it is parsed when its key has no quota or right', async () => {
  const spent = await lab.token({ unlimited_quota: false, remain_quota: 0 });
  const limited = await lab.token({ model_limits_enabled: true, model_limits: 'other' });
  const broken = `{"model":"gpt-4o","messages":["${'x'.repeat(MEGABYTE)}" oops`;
  const ask = (key: string) => send('/v1/chat/completions', broken, { authorization: `Bearer ${key}` });
  expect((await refusal(await ask(spent))).slice(0, 2)).toEqual([401, 'token_exhausted']);
  expect((await refusal(await ask(limited))).slice(0, 2)).toEqual([403, 'model_refused']);
});

const texts: [string, string][] = [
  ['plain text', 'word '.repeat(4 * MEGABYTE)],
  ['Chinese', '汉字'.repeat(MEGABYTE)],
  ['escapes', '"\\\n\u0001'.repeat(MEGABYTE / 4)],
];

test.each(texts)('a request with megabytes of %s reaches the provider byte by byte', async (_, content) => {
  lab.upstream.script = completion();
  const body = ` {"model": "gpt-4o" ,"messages":[{"role":"user","content":${JSON.stringify(content)}}], "x":1.0}`;
  expect((await lab.chat(body)).status).toBe(200);
  expect(lab.upstream.calls.at(-1)?.body.equals(Buffer.from(body))).toBe(true);
});

test('a request with megabytes of text is converted completely for another dialect', async () => {
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, {
      ...{ id: 'm', type: 'message', role: 'assistant', model: CLAUDE, stop_reason: 'end_turn' },
      content: [{ type: 'text', text: 'ok' }],
      usage: { input_tokens: 3, output_tokens: 1 },
    });
  const content = `${'word '.repeat(MEGABYTE / 2)}"end"`;
  const answer = await lab.chat({ model: CLAUDE, messages: [{ role: 'user', content }] });
  expect(answer.status).toBe(200);
  expect(JSON.stringify(lab.upstream.calls.at(-1)?.json)).toContain(JSON.stringify(content));
});

test('a forbidden word is found at the end of megabytes of text', async () => {
  const content = `${'word '.repeat(MEGABYTE / 4)} test_sensitive`;
  const answer = await lab.chat({ messages: [{ role: 'user', content }] });
  expect((await refusal(answer)).slice(0, 2)).toEqual([400, 'sensitive_words']);
});

test('the tokens of megabytes of text are counted when the provider does not', async () => {
  lab.upstream.script = completion({ usage: null });
  const content = 'word '.repeat(60_000);
  expect((await lab.chat({ messages: [{ role: 'user', content }] })).status).toBe(200);
  const row = await lastRow(lab);
  expect(row).toMatchObject({ billing_basis: 'counted' });
  expect(row.prompt_tokens).toBeGreaterThan(59_000);
});

test('the hold for a picture of megabytes is that of a picture', async () => {
  lab.upstream.script = completion();
  const url = `data:image/png;base64,${'QUJD'.repeat(2 * MEGABYTE)}`;
  const messages = [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }];
  const owner = await makeUser(lab.ctx, { quota: 20_000 });
  const authorization = `Bearer ${await lab.token({}, owner)}`;
  expect((await lab.chat({ messages }, { authorization })).status).toBe(200);
  const text = [{ role: 'user', content: url }];
  const answer = await lab.chat({ messages: text }, { authorization });
  expect((await refusal(answer)).slice(0, 2)).toEqual([403, 'insufficient_user_quota']);
});

test('two thousand messages and a hundred tools with deep schemas pass', async () => {
  lab.upstream.script = completion();
  const messages = Array.from({ length: 2000 }, (_, index) => ({
    role: index % 2 ? 'assistant' : 'user',
    content: [{ type: 'text', text: `message ${index}` }],
    ...(index % 2 && {
      tool_calls: [{ id: `c${index}`, type: 'function', function: { name: 'f', arguments: '{}' } }],
    }),
  }));
  const property = (name: string) => ({
    [name]: { type: 'string', description: `What ${name} is`, enum: ['a', 'b'] },
  });
  const tools = Array.from({ length: 128 }, (_, tool) => ({
    type: 'function',
    function: {
      name: `tool_${tool}`,
      parameters: {
        type: 'object',
        properties: Object.assign(
          {},
          ...Array.from({ length: 40 }, (__, index) => property(`p${tool}_${index}`)),
          { nested: { type: 'object', properties: { list: { type: 'array', items: { type: 'object' } } } } },
        ),
      },
    },
  }));
  expect((await lab.chat({ messages, tools })).status).toBe(200);
});

test('two thousand lists of a thousand tokens each are embedded, and pass byte by byte', async () => {
  const usage = { prompt_tokens: 2_048_000, total_tokens: 2_048_000 };
  lab.upstream.script = (_, response) => sendJson(response, 200, { object: 'list', data: [], usage });
  const tokens = Array.from({ length: 1000 }, (_, index) => index * 7);
  const body = JSON.stringify({ model: VECTORS, input: Array.from({ length: 2048 }, () => tokens) });
  expect((await send('/v1/embeddings', body)).status).toBe(200);
  expect(lab.upstream.calls.at(-1)?.body.toString()).toBe(body);
});

test('a body of any bytes is a request or a refusal with status 400', () => {
  const pieces = fc.constantFrom(
    ...'{}[],:"\\1ex \n\u0000',
    '"model":"m"',
    '"messages":',
    '{"role":"user"}',
    '"__proto__"',
  );
  const broken = fc.array(pieces, { maxLength: 30 }).map((all) => `{${all.join('')}}`);
  const body = fc.oneof(broken, fc.json(), fc.uint8Array({ maxLength: 60 }));
  fc.assert(
    fc.property(body, (sent) => {
      try {
        openaiChat.parse({ body: Buffer.from(sent as string), headers: {}, url: '' });
      } catch (error) {
        expect(error).toBeInstanceOf(RelayError);
        expect((error as RelayError).status).toBe(400);
      }
    }),
    { numRuns: 3000 },
  );
  expect(() =>
    openaiChat.parse({ body: Buffer.from(JSON.stringify(hello)), headers: {}, url: '' }),
  ).not.toThrow();
});
