import {
  fetchChannelModels,
  fetchModels,
  getChannel,
  listChannels,
  saveOption,
  updateBalance,
  updateBalances,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel } from '../../testing/factories.ts';
import { type FakeUpstream, type ReceivedCall, sendJson, startUpstream } from '../../testing/upstream.ts';

/** Answers by path without the query, and with 404 for every other path. */
const answering =
  (answers: Record<string, unknown>) => (call: ReceivedCall, response: Parameters<typeof sendJson>[0]) => {
    const found = answers[call.path.split('?')[0] ?? ''];
    if (found === undefined)
      return sendJson(response, 404, { error: 'sk-canary in the words of the provider' });
    sendJson(response, 200, found);
  };

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

const key = 'sk-canary-provider-key';
const channel = (type: number, draft = {}) =>
  makeChannel(app.ctx, { type, key, base_url: upstream.url, ...draft });
const admin = () => app.as('admin');
const models = (...names: string[]) => ({
  object: 'list',
  data: names.map((id) => ({ id, object: 'model' })),
});

// @spec H118
test.each([
  [1, '/v1/models', ''],
  [43, '/v1/models', ''],
  [17, '/compatible-mode/v1/models', ''],
  [45, '/api/v3/models', ''],
  [8, '/llm/v1/models', '/llm/v1/chat/completions'],
])('the models of a channel of type %i come from %s, with the key as bearer', async (type, path, suffix) => {
  upstream.script = answering({ [path]: models('b', 'a', 'a') });
  const id = await channel(type, { base_url: upstream.url + suffix });
  const { status, body } = await admin().call(fetchChannelModels, { id });
  expect([status, body]).toEqual([200, { success: true, message: '', data: ['a', 'b'] }]);
  expect(upstream.calls[0]?.headers.authorization).toBe(`Bearer ${key}`);
});

// @spec H118
test('the list of models is requested from Gemini, Azure and Anthropic in the format of each', async () => {
  upstream.script = answering({
    '/v1beta/openai/models': models('models/gemini-2.0-flash'),
    '/openai/models': models('gpt-4o'),
    '/v1/models': models('claude-3-opus'),
  });
  const fetched = async (type: number, draft = {}) =>
    admin().get(fetchChannelModels, { id: await channel(type, draft) });
  expect(await fetched(24)).toEqual(['gemini-2.0-flash']);
  expect(await fetched(3, { other: '2025-01-01' })).toEqual(['gpt-4o']);
  expect(await fetched(14)).toEqual(['claude-3-opus']);
  const [, azure, claude] = upstream.calls;
  expect([azure?.path, azure?.headers['api-key']]).toEqual(['/openai/models?api-version=2025-01-01', key]);
  expect([claude?.headers['x-api-key'], claude?.headers.authorization]).toEqual([key, undefined]);
});

// @spec H120
test('the list of models for an unsaved channel is requested with the first of its keys', async () => {
  upstream.script = answering({ '/v1/models': models('m') });
  const typed = { type: 1, base_url: `${upstream.url}/`, key: `  ${key}\nsk-second` };
  const { status, body } = await admin().call(fetchModels, typed);
  expect([status, body]).toEqual([200, { success: true, message: '', data: ['m'] }]);
  expect(upstream.calls[0]?.headers.authorization).toBe(`Bearer ${key}`);
  expect((await admin().call(fetchModels, { ...typed, key: ' ' })).body.code).toBe('channel_key_required');
});

test('an upstream error body is not passed on, because it may contain the key', async () => {
  const id = await channel(1);
  upstream.script = answering({});
  const refused = await admin().call(fetchChannelModels, { id });
  expect(refused.body).toMatchObject({
    success: false,
    code: 'channel_upstream_status',
    details: { status: 404 },
  });
  expect(refused.text).not.toContain('canary');
  upstream.script = answering({ '/v1/models': '<html>' });
  expect((await admin().call(fetchChannelModels, { id })).body.code).toBe('channel_upstream_unreadable');
  upstream.script = answering({ '/v1/models': { data: 'none' } });
  expect((await admin().call(fetchChannelModels, { id })).body.code).toBe('channel_upstream_unreadable');
  expect((await admin().call(fetchChannelModels, { id: await channel(36) })).body.code).toBe(
    'channel_models_unsupported',
  );
});

test('only root fetches from a private address, redirects are not followed, and checks run before dialling', async () => {
  const strict = await buildTestApp();
  const typed = { type: 1, base_url: upstream.url, key };
  const refused = await strict.as('admin').call(fetchModels, typed);
  expect(refused.body).toMatchObject({ success: false, code: 'channel_host_refused' });
  expect(upstream.calls).toEqual([]);
  upstream.script = (_, response) => sendJson(response, 302, {}, { location: `${upstream.url}/elsewhere` });
  const redirected = await strict.as('root').call(fetchModels, typed);
  expect(redirected.body).toMatchObject({ code: 'channel_upstream_status', details: { status: 302 } });
  expect(upstream.calls).toHaveLength(1);
  await strict.close();
});

// @spec H126
test.each<[number, Record<string, unknown>, number]>([
  [
    1,
    {
      '/v1/dashboard/billing/subscription': { hard_limit_usd: 120 },
      '/v1/dashboard/billing/usage': { total_usage: 2050 },
    },
    99.5,
  ],
  [10, { '/api/report/getUserOverview': { success: true, data: { totalPoints: 77 } } }, 77],
  [12, { '/dashboard/billing/credit_grants': { total_remaining: 3.25 } }, 3.25],
  [13, { '/dashboard/billing/credit_grants': { total_available: 8 } }, 8],
  [40, { '/v1/user/info': { code: 20_000, data: { totalBalance: '14.5' } } }, 14.5],
  [
    43,
    {
      '/user/balance': {
        is_available: true,
        balance_infos: [
          { currency: 'USD', total_balance: '1' },
          { currency: 'CNY', total_balance: '110.00' },
        ],
      },
    },
    110,
  ],
])('the balance of type %i is read from the provider and stored', async (type, answers, balance) => {
  upstream.script = answering(answers);
  const id = await channel(type);
  const { status, body } = await admin().send('GET', `/api/channel/update_balance/${id}/`);
  expect([status, body]).toEqual([200, { success: true, message: '', balance }]);
  expect(await admin().get(getChannel, { id })).toMatchObject({
    balance,
    balance_updated_time: expect.any(Number),
  });
  const sent = upstream.calls[0]?.headers;
  expect([sent?.authorization, sent?.['api-key']]).toContain(type === 10 ? key : `Bearer ${key}`);
});

test('a balance stays unchanged when the channel type has none or the provider refuses', async () => {
  const unsupported = await channel(14);
  const refused = await channel(43);
  upstream.script = answering({ '/user/balance': { balance_infos: [] } });
  expect((await admin().call(updateBalance, { id: unsupported })).body).toMatchObject({
    success: false,
    code: 'channel_balance_unsupported',
  });
  expect((await admin().call(updateBalance, { id: refused })).body.code).toBe('channel_upstream_unreadable');
  expect((await admin().get(getChannel, { id: refused })).balance_updated_time).toBe(0);
});

// @spec H128 E024 E025
test('the balance round updates all enabled channels and disables one without money, with reason and time', async () => {
  const rich = await channel(12);
  const poor = await channel(40);
  const manualId = await channel(40, { auto_ban: 0 });
  const off = await channel(13);
  await app.ctx.db.updateTable('channels').set({ status: 2 }).where('id', '=', off).execute();
  await channel(14);
  upstream.script = answering({
    '/dashboard/billing/credit_grants': { total_remaining: 3, total_available: 9 },
    '/v1/user/info': { code: 20_000, data: { totalBalance: '0' } },
  });
  const { status, body } = await admin().call(updateBalances, {});
  expect([status, body]).toEqual([200, { success: true, message: '' }]);
  const rows = new Map((await admin().get(listChannels, {})).map((row) => [row.id, row]));
  expect(rows.get(rich)).toMatchObject({ balance: 3, status: 1 });
  expect(rows.get(poor)).toMatchObject({ balance: 0, status: 3 });
  expect(rows.get(manualId)).toMatchObject({ status: 1 });
  expect(rows.get(off)).toMatchObject({ balance: 0, status: 2, balance_updated_time: 0 });
  expect(JSON.parse(rows.get(poor)?.other_info ?? '')).toEqual({
    status_reason: 'the balance is used up',
    status_time: expect.any(Number),
  });
});

test('the balance round skips a host that root removed from the list', async () => {
  const strict = await buildTestApp();
  upstream.script = answering({ '/v1/models': models('m') });
  await strict.as('root').get(fetchModels, { type: 1, base_url: upstream.url, key });
  const id = await makeChannel(strict.ctx, { base_url: upstream.url });
  await strict.as('root').get(saveOption, { key: 'ChannelPrivateHosts', value: '' });
  expect((await strict.as('root').call(fetchChannelModels, { id })).body.code).toBe(
    'channel_upstream_blocked',
  );
  await strict.close();
});
