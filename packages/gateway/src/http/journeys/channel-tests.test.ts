import {
  getChannel,
  getChannelTests,
  listLogs,
  saveOption,
  stopChannelTests,
  testChannel,
  testChannels,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { audit } from '../../ledger/index.ts';
import * as round from '../../modules/channels/health/channel-test-round.ts';
import { probe } from '../../relay/upstream/probe.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel } from '../../testing/factories.ts';
import {
  completion,
  type FakeUpstream,
  fail,
  type Script,
  sendJson,
  startUpstream,
} from '../../testing/upstream.ts';

let app: TestApp;
let upstream: FakeUpstream;
beforeEach(async () => {
  app = await buildTestApp({ environment: { SSRF_ALLOW: '127.0.0.1/32' } });
  upstream = await startUpstream();
});
afterEach(async () => {
  await app.close();
  await upstream.close();
});

const admin = () => app.as('admin');
const option = (key: string, value: string) => app.as('root').get(saveOption, { key, value });
const channel = (draft = {}) => makeChannel(app.ctx, { base_url: upstream.url, ...draft });
const show = (id: number) => admin().get(getChannel, { id });
const setStatus = (id: number, status: number) =>
  app.ctx.db.updateTable('channels').set({ status }).where('id', '=', id).execute();
const isOver = async () => {
  const { running, ended_at } = await admin().get(getChannelTests, {});
  return !running && ended_at > 0;
};
const testAll = async () => {
  const answer = await admin().call(testChannels, {});
  await expect.poll(isOver, { timeout: 20_000 }).toBe(true);
  return answer;
};
/** Refuses the named keys and answers all others. */
const refusing =
  (bad: string, message = 'Incorrect API key provided'): Script =>
  (call, response) => {
    if (!call.headers.authorization?.includes(bad)) return completion()(call, response);
    sendJson(response, 401, { error: { message, type: 'invalid_request_error', code: 'invalid_api_key' } });
  };

// @spec H122
test("a channel test sends a short request through the channel's adapter, answers seconds and costs nothing", async () => {
  const id = await channel({ models: 'gpt-4o', model_mapping: '{"gpt-4o":"gpt-4o-2024-08-06"}' });
  const { status, body } = await admin().call(testChannel, { id });
  expect([status, body]).toEqual([200, { success: true, message: '', time: expect.any(Number) }]);
  expect(upstream.calls.map(({ path, json }) => [path, json])).toEqual([
    [
      '/v1/chat/completions',
      {
        model: 'gpt-4o-2024-08-06',
        messages: [{ role: 'user', content: 'hi' }],
        stream: false,
        max_tokens: 10,
      },
    ],
  ]);
  const { response_time, test_time } = await show(id);
  expect([response_time > 0, test_time > 0]).toEqual([true, true]);
  const { items } = await admin().get(listLogs, { type: 2 });
  // (11 + 7 x 4) tokens x 1.25, without the ratio of the group
  expect(items).toMatchObject([
    {
      user_id: 1,
      username: 'root',
      content: '模型测试',
      token_name: '模型测试',
      token_id: 0,
      quota: 49,
      channel: id,
    },
  ]);
  expect((await audit(app.ctx.db, app.ctx.logDb, { graceSeconds: 0 })).failures).toEqual([]);
});

// @spec H122
test('a channel test uses the requested model, else the test model of the channel, else its first model', async () => {
  const id = await channel({ models: 'gpt-4o-mini,gpt-4o', test_model: '' });
  await admin().call(testChannel, { id, model: 'gpt-4' });
  await admin().call(testChannel, { id });
  const chosen = await channel({ models: 'gpt-4o-mini,gpt-4o', test_model: 'o1' });
  await admin().call(testChannel, { id: chosen });
  expect(upstream.calls.map(({ json }) => json.model)).toEqual(['gpt-4', 'gpt-4o-mini', 'o1']);
  expect(upstream.calls[2]?.json).toMatchObject({ max_completion_tokens: 10 });
});

test('a channel test sends an embedding request for an embedding model', async () => {
  upstream.script = (_, response) =>
    sendJson(response, 200, {
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: [0.1] }],
      usage: { prompt_tokens: 2, total_tokens: 2 },
    });
  const id = await channel({ models: 'text-embedding-3-small' });
  expect((await admin().call(testChannel, { id })).body).toMatchObject({ success: true });
  const [call] = upstream.calls;
  expect([call?.path, call?.json]).toEqual([
    '/v1/embeddings',
    { model: 'text-embedding-3-small', input: ['hello world'] },
  ]);
});

// @spec H122
test('a failed channel test answers the reason and the time, without the key', async () => {
  const id = await channel({ key: 'sk-canary-bad' });
  upstream.script = refusing('sk-canary-bad', 'Incorrect API key provided: sk-canary-bad');
  const { status, body, text } = await admin().call(testChannel, { id });
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: false, code: 'channel_test_failed', time: expect.any(Number) });
  expect(body.message).toContain('Incorrect API key provided');
  expect(text).not.toContain('sk-canary');
  expect(await show(id)).toMatchObject({ status: 1, response_time: 0 });
  expect((await admin().get(listLogs, { type: 2 })).items).toEqual([]);
});

test.each([
  ['http://127.0.0.1:1', 'channel_upstream_refused', 'ECONNREFUSED', /Nothing answers at this address/],
  ['http://no-such-host.invalid', 'channel_upstream_unknown_host', 'ENOTFOUND', /host name wasn't found/],
])('a test of a channel at %s says what to check', async (base_url, code, detail, sentence) => {
  const { body } = await admin().call(testChannel, { id: await channel({ base_url }) });
  expect(body).toMatchObject({ success: false, code });
  expect(body.message).toMatch(sentence);
  expect(body.message).not.toContain(detail);
});

test('a test of a channel says what to check when the server closes the connection', async () => {
  upstream.script = (_, response) => {
    response.destroy();
  };
  const { body } = await admin().call(testChannel, { id: await channel() });
  expect(body).toMatchObject({ code: 'channel_upstream_cut' });
});

test('a drawing channel and an unknown channel are not tested', async () => {
  const drawing = await channel({ type: 2, models: 'mj_imagine' });
  const code = async (id: number) => (await admin().call(testChannel, { id })).body.code;
  expect(await code(drawing)).toBe('channel_test_unsupported');
  expect((await admin().call(testChannel, { id: 999_999 })).body).toMatchObject({
    success: false,
    code: 'channel_not_found',
  });
  expect(upstream.calls).toEqual([]);
});

// @spec H124
test('a test of all channels skips those that an admin disabled', async () => {
  await channel({ key: 'sk-key-one' });
  await setStatus(await channel({ key: 'sk-key-off' }), 2);
  await channel({ key: 'sk-key-bad' });
  upstream.script = refusing('sk-key-bad');
  const { status, body } = await testAll();
  expect([status, body]).toEqual([200, { success: true, message: '' }]);
  expect(upstream.calls.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer sk-key-one',
    'Bearer sk-key-bad',
  ]);
  expect(await admin().get(getChannelTests, {})).toMatchObject({
    running: false,
    total: 2,
    done: 2,
    failed: 1,
  });
});

test('a test of all channels goes on after a key that no request can be built with', async () => {
  const account = { type: 41, key: '{"project_id":"p"}', other: 'us-central1', models: 'gemini-2.0-flash' };
  const broken = await channel({ ...account, name: 'Vertex' });
  await channel({ key: 'sk-key-after' });
  await testAll();
  expect(await admin().get(getChannelTests, {})).toMatchObject({
    running: false,
    total: 2,
    done: 2,
    failed: 1,
    failures: [
      {
        id: broken,
        name: 'Vertex',
        code: 'invalid_input',
        details: { field: 'key', reason: 'service_account' },
      },
    ],
  });
});

test('a fault of the gateway in one channel does not end the test of the others', async () => {
  const broken = await channel({ key: 'sk-key-broken' });
  await channel({ key: 'sk-key-after' });
  await round.start(app.ctx, async (ctx, target, question) => {
    if (target.id === broken) throw new TypeError('a fault in an adapter');
    return probe(ctx, target, question);
  });
  await expect.poll(isOver, { timeout: 20_000 }).toBe(true);
  const { done, failures } = await admin().get(getChannelTests, {});
  expect([done, failures]).toEqual([2, [expect.objectContaining({ id: broken, code: 'internal' })]]);
});

test('an admin stops the test of all channels', async () => {
  await channel();
  await channel();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  upstream.script = async (call, response) => {
    await released;
    await completion()(call, response);
  };
  await admin().get(testChannels, {});
  await expect.poll(() => upstream.calls.length).toBe(1);
  await admin().get(stopChannelTests, {});
  expect(await admin().get(getChannelTests, {})).toMatchObject({ running: false, done: 0 });
  release();
  await testAll();
  expect(upstream.calls).toHaveLength(3);
});

test('one test of all channels runs at a time, across all processes that share the database', async () => {
  await channel();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  upstream.script = async (call, response) => {
    await released;
    await completion()(call, response);
  };
  const database = { options: { dataDir: app.dataDir }, dispose: async () => {} };
  const second = await buildTestApp({ database, setUp: false });
  await admin().get(testChannels, {});
  const refused = await admin().call(testChannels, {});
  expect(refused.body).toMatchObject({ success: false, code: 'channel_tests_running' });
  await expect(round.start(second.ctx, probe)).rejects.toMatchObject({ code: 'channel_tests_running' });
  await second.close();
  expect((await admin().get(getChannelTests, {})).running).toBe(true);
  release();
  await expect.poll(isOver, { timeout: 20_000 }).toBe(true);
  expect((await testAll()).body.success).toBe(true);
});

// @spec E024 E025 D195
test('a channel whose key is rejected is disabled with the reason, if it allows that', async () => {
  await option('AutomaticDisableChannelEnabled', 'true');
  const bad = await channel({ key: 'sk-key-bad-1' });
  const manualId = await channel({ key: 'sk-key-bad-2', auto_ban: 0 });
  upstream.script = refusing('sk-key-bad');
  await testAll();
  const { status, other_info } = await show(bad);
  expect(status).toBe(3);
  expect(JSON.parse(other_info)).toEqual({
    status_reason: 'Incorrect API key provided',
    status_time: expect.any(Number),
  });
  expect((await show(manualId)).status).toBe(1);
});

// @spec J074
test('a channel is disabled when it is slower than the limit and not when it is overloaded', async () => {
  await option('AutomaticDisableChannelEnabled', 'true');
  const id = await channel();
  upstream.script = fail(429, { error: { message: 'slow down', type: 'requests' } });
  await testAll();
  expect((await show(id)).status).toBe(1);
  await option('ChannelDisableThreshold', '0.02');
  upstream.script = completion({ delayMs: 60 });
  await testAll();
  expect(await show(id)).toMatchObject({
    status: 3,
    other_info: expect.stringContaining('over the limit of 0.02 s'),
  });
});

test('a disabled channel is enabled when it works again and the option allows that', async () => {
  const id = await channel();
  await setStatus(id, 3);
  await testAll();
  expect((await show(id)).status).toBe(3);
  await option('AutomaticEnableChannelEnabled', 'true');
  await testAll();
  expect(await show(id)).toMatchObject({ status: 1, other_info: '' });
});
