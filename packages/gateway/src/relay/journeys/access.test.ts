import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../modules/secrets/secrets.ts';
import { makeUser } from '../../testing/factories.ts';
import { hello, type RelayLab, startRelayLab } from '../../testing/relay.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab();
});
afterAll(() => lab.close());

interface Refusal {
  error: { message: string; type: string; code: string };
}

async function refusal(answer: Promise<Response>): Promise<[number, string]> {
  const response = await answer;
  const { error } = (await response.json()) as Refusal;
  expect(error.message).toMatch(/\(request id: \w+\)$/);
  return [response.status, error.code];
}

function withKey(key: string | undefined, body: unknown = hello, headers: Record<string, string> = {}) {
  return fetch(`${lab.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: key }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

test('a call is 401 when its key is missing, unknown or manipulated', async () => {
  expect(await refusal(withKey(undefined))).toEqual([401, 'token_missing']);
  expect(await refusal(withKey('Bearer '))).toEqual([401, 'token_missing']);
  for (const key of ['Bearer sk-unknown', "Bearer ' OR '1'='1", 'Bearer sk-%00', 'Bearer __proto__'])
    expect(await refusal(withKey(key))).toEqual([401, 'token_invalid']);
});

test('a key is read with and without Bearer and sk-, and from x-api-key', async () => {
  const bare = lab.key.replace('sk-', '');
  for (const key of [`Bearer ${lab.key}`, lab.key, `Bearer ${bare}`, bare])
    expect((await withKey(key)).status).toBe(200);
  expect((await withKey(undefined, hello, { 'x-api-key': lab.key })).status).toBe(200);
});

test.each([
  [2, 'token_disabled'],
  [3, 'token_expired'],
  [4, 'token_exhausted'],
])('a key of status %i is refused', async (status, code) => {
  const key = await lab.token();
  expect((await withKey(key)).status).toBe(200);
  await setToken(key, { status });
  expect(await refusal(withKey(key))).toEqual([401, code]);
});

test('a key is refused from the second in which it expires', async () => {
  const key = await lab.token();
  await setToken(key, { expired_time: Math.floor(Date.now() / 1000) + 3600 });
  expect((await withKey(key)).status).toBe(200);
  await setToken(key, { expired_time: Math.floor(Date.now() / 1000) - 1 });
  expect(await refusal(withKey(key))).toEqual([401, 'token_expired']);
});

test('a call is refused after its user was banned or its key deleted', async () => {
  const user = await makeUser(lab.ctx, { quota: 1_000_000 });
  const key = await lab.token({}, user);
  expect((await withKey(key)).status).toBe(200);
  await lab.ctx.db.updateTable('users').set({ status: 2 }).where('id', '=', user.id).execute();
  lab.ctx.revisions.announce('users');
  expect(await refusal(withKey(key))).toEqual([403, 'user_disabled']);

  const other = await lab.token();
  expect((await withKey(other)).status).toBe(200);
  await setToken(other, { deleted_at: 1 });
  expect(await refusal(withKey(other))).toEqual([401, 'token_invalid']);
});

test('a key with an address list works only from these addresses', async () => {
  expect((await withKey(await lab.token({ allow_ips: '10.0.0.1\n127.0.0.0/8' }))).status).toBe(200);
  const other = await lab.token({ allow_ips: '10.0.0.1' });
  expect(await refusal(withKey(other))).toEqual([403, 'ip_not_allowed']);
});

test('a key with a model list calls and lists only these models', async () => {
  const key = await lab.token({ model_limits_enabled: true, model_limits: 'gpt-4o-mini' });
  expect(await refusal(withKey(key))).toEqual([403, 'model_refused']);
  expect((await withKey(key, { ...hello, model: 'gpt-4o-mini' })).status).toBe(200);
  const list = await fetch(`${lab.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
  expect(((await list.json()) as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual([
    'gpt-4o-mini',
  ]);
});

test('the group of a key must be open to its user and have a ratio', async () => {
  const key = await lab.token();
  await setToken(key, { group: 'svip' });
  expect(await refusal(withKey(key))).toEqual([403, 'group_refused']);
  await lab.option('UserUsableGroups', { default: 'Default', gone: 'Gone' });
  await setToken(key, { group: 'gone' });
  expect(await refusal(withKey(key))).toEqual([403, 'group_gone']);
});

// @spec G026
test('a channel may be chosen only by administrators, and only when it exists and is enabled', async () => {
  const admin = await lab.token({}, await makeUser(lab.ctx, { role: 10, quota: 1_000_000 }));
  const id = await lab.channel({ models: 'gpt-4o', priority: -1 });
  expect(await refusal(withKey(`${lab.key}-${id}`))).toEqual([403, 'channel_choice_refused']);
  expect(await (await withKey(`${lab.key}-${id}`)).text()).toContain(
    'Only administrators can choose a channel',
  );
  expect((await withKey(`${admin}-${id}`)).status).toBe(200);
  expect((await lab.booked()).rows.at(-1)?.channel_id).toBe(id);
  expect(await refusal(withKey(`${admin}-99999`))).toEqual([400, 'channel_unknown']);
  expect(await refusal(withKey(`${admin}-x`))).toEqual([400, 'channel_unknown']);
});

test.each([
  ['no JSON', 'hello', 'body_not_json'],
  ['a list', '[]', 'body_not_json'],
  ['no model', '{"messages":[{"role":"user","content":""}]}', 'field_required'],
  ['no messages', '{"model":"gpt-4o"}', 'field_required'],
  ['a negative limit', JSON.stringify({ ...hello, max_tokens: -1 }), 'field_invalid'],
  ['an absurd limit', JSON.stringify({ ...hello, max_tokens: 1e15 }), 'field_invalid'],
  ['half an answer', JSON.stringify({ ...hello, n: 0.5 }), 'field_invalid'],
  [
    'two models',
    '{"model":"gpt-4o","model":"gpt-4","messages":[{"role":"user","content":"x"}]}',
    'field_invalid',
  ],
  ['too many levels', `{"model":"gpt-4o","messages":${'['.repeat(100)}${']'.repeat(100)}}`, 'json_too_deep'],
])('a request with %s is 400 in the shape of the dialect', async (_, body, code) => {
  expect(await refusal(withKey(lab.key, body))).toEqual([400, code]);
});

test.each([
  ['{bad', '语法错误', 'syntax error'],
  ['[]', '{ 开头', 'begin with {'],
  [JSON.stringify({ ...hello, max_tokens: 'many' }), '应为数字', 'must be a number'],
  [JSON.stringify({ ...hello, max_tokens: -1 }), '不能小于 0', 'at least 0'],
  ['{"model":"gpt-4o","model":"gpt-4","messages":[]}', '出现了两次', 'appears twice'],
])('the refusal of %s is in one language', async (body, chinese, english) => {
  const sentence = async (language: string) => {
    const answer = await withKey(lab.key, body, { 'accept-language': language });
    return ((await answer.json()) as Refusal).error.message.replace(/ \(request id.*/, '');
  };
  const inChinese = await sentence('zh-CN');
  expect(inChinese).toContain(chinese);
  // Names of fields and JSON are not words of a language.
  expect(inChinese.replace(/"[^"]*"|JSON/g, '')).not.toMatch(/[a-z]{2,}/i);
  expect(await sentence('en')).toContain(english);
});

test('a body is refused when it is too large, packed or unpacked', async () => {
  const { gzipSync } = await import('node:zlib');
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  expect(await refusal(lab.chat(bomb, { 'content-encoding': 'gzip' }))).toEqual([413, 'body_too_large']);
  expect(await refusal(lab.chat('x', { 'content-encoding': 'zstd' }))).toEqual([400, 'body_encoding']);
});

test('an error uses the language of the caller', async () => {
  const answer = await withKey(undefined, hello, { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' });
  expect(((await answer.json()) as Refusal).error.message).toContain('密钥');
});

test('a model without a price is refused unless self-use mode is on', async () => {
  await lab.channel({ models: 'unpriced' });
  expect(await refusal(lab.chat({ model: 'unpriced' }))).toEqual([500, 'model_price_error']);
  await lab.option('SelfUseModeEnabled', true);
  expect((await lab.chat({ model: 'unpriced' })).status).toBe(200);
  await lab.option('SelfUseModeEnabled', false);
});

test('a prompt is refused when it contains a forbidden word', async () => {
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'a Test_Sensitive word' }] }];
  expect(await refusal(lab.chat({ messages }))).toEqual([400, 'sensitive_words']);
});

test("calls beyond a user's limit are 429 with Retry-After, and failed ones count only for the total", async () => {
  const user = await makeUser(lab.ctx, { quota: 1_000_000 });
  const key = await lab.token({}, user);
  await lab.option('ModelRequestRateLimitSuccessCount', 2);
  await lab.option('ModelRequestRateLimitEnabled', true);
  expect((await withKey(key, { ...hello, model: 'unknown-model' })).status).toBe(404);
  for (let call = 0; call < 2; call += 1) expect((await withKey(key)).status).toBe(200);
  const answer = await withKey(key);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refusal(Promise.resolve(answer))).toEqual([429, 'rate_limited_success']);
  await lab.option('ModelRequestRateLimitCount', 3);
  expect(await refusal(withKey(await lab.token({}, await makeUser(lab.ctx)), hello))).toEqual([
    403,
    'insufficient_user_quota',
  ]);
  await lab.option('ModelRequestRateLimitEnabled', false);
});

test("a planned path is 501 and an unknown one 404, both in the dialect's format", async () => {
  for (const path of ['/v1/edits', '/v1/files', '/v1/fine-tunes'])
    expect(await refusal(fetch(lab.url + path, { method: 'POST' }))).toEqual([501, 'api_not_implemented']);
  expect(await refusal(fetch(`${lab.url}/v1/nothing`))).toEqual([404, 'path_unknown']);
  expect(await refusal(fetch(`${lab.url}/v1/embeddings`))).toEqual([405, 'method_not_allowed']);
});

test('pages of other sites may call the relay, without cookies', async () => {
  const preflight = await fetch(`${lab.url}/v1/chat/completions`, {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-headers': 'authorization,x-custom' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,x-custom');
  const answer = await lab.chat({}, { origin: 'https://app.example' });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
});

test('models are listed and described for callers who may use them', async () => {
  const get = (path: string) => fetch(lab.url + path, { headers: { authorization: `Bearer ${lab.key}` } });
  const list = (await (await get('/v1/models')).json()) as { object: string; data: { id: string }[] };
  expect(list.data.map(({ id }) => id)).toEqual(expect.arrayContaining(['gpt-4o', 'gpt-4o-mini']));
  expect(await (await get('/v1/models/gpt-4o')).json()).toMatchObject({
    id: 'gpt-4o',
    object: 'model',
    owned_by: 'OpenAI',
  });
  expect(await refusal(get('/v1/models/nothing'))).toEqual([404, 'model_not_found']);
  expect(await refusal(fetch(`${lab.url}/v1/models`))).toEqual([401, 'token_missing']);
});

async function setToken(key: string, values: Record<string, unknown>): Promise<void> {
  const hash = sha256(key.replace('sk-', ''));
  await lab.ctx.db.updateTable('tokens').set(values).where('key_hash', '=', hash).execute();
  lab.ctx.revisions.announce('tokens');
}
