import { exportLogs, getLogStat, getOwnLogStat, listLogs, listOwnLogs, listUsage } from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { retain } from '../../modules/usage/log-cleaning.ts';
import { createClient } from '../../testing/client.ts';
import { makeUser } from '../../testing/factories.ts';
import { hello, type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, cutAfter, fail, sendJson } from '../../testing/upstream.ts';

const CHANNEL_KEY = 'sk-provider-abcdefghijklmnop';
const FAILED = 5;
let lab: RelayLab;
let channels: number[];

beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 10_000_000 });
  channels = [
    await lab.channel({ priority: 9, key: CHANNEL_KEY, models: 'gpt-4o,gpt-4o-mini,priceless' }),
    await lab.channel({ priority: 1, key: CHANNEL_KEY, models: 'gpt-4o,gpt-4o-mini' }),
  ];
  await lab.option('RetryTimes', 3);
});
afterAll(() => lab.close());
beforeEach(async () => {
  await written();
  await lab.ctx.logDb.deleteFrom('logs').where('type', '=', FAILED).execute();
  lab.upstream.script = completion();
});

/** The rows of failed calls, as soon as none is due any more. */
async function written() {
  await new Promise((resolve) => setTimeout(resolve, 1200));
  const rows = await lab.ctx.logDb.selectFrom('logs').selectAll().where('type', '=', FAILED).execute();
  return rows.map((row) => ({ ...row, other: JSON.parse(row.other) }));
}

async function send(key: string, body: object = {}, headers: Record<string, string> = {}) {
  const response = await fetch(`${lab.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
    body: JSON.stringify({ ...hello, ...body }),
  });
  await response.text();
  return response;
}

test('a call that every channel fails leaves a row with its tries, without keys and addresses', async () => {
  lab.upstream.script = (_, response) =>
    sendJson(response, 500, {
      error: { message: `key ${CHANNEL_KEY} is broken, see https://inner.example/x`, code: 'broken' },
    });
  const response = await send(lab.key, { model: 'gpt-4o-mini', stream: true });
  const [row, ...others] = await written();
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    request_id: response.headers.get('x-oneapi-request-id'),
    user_id: lab.payer.id,
    username: 'payer',
    model_name: 'gpt-4o-mini',
    group: 'default',
    channel_id: channels[1],
    quota: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    is_stream: 1,
    content: 'key [secret] is broken, see [address]',
    other: { status_code: 500, error_code: 'broken', error_type: 'upstream_error', attempts: 2 },
  });
  expect(row?.token_id).toBeGreaterThan(0);
  const { attempts, use_channel } = row?.other.admin_info ?? {};
  expect(use_channel).toEqual(channels.map(String));
  expect(attempts).toMatchObject(channels.map((channel) => ({ channel, status: 500, code: 'broken' })));
  expect(attempts[1].started_at).toBeGreaterThanOrEqual(attempts[0].started_at);
  expect(JSON.stringify(row)).not.toContain(CHANNEL_KEY);
});

test('a connection that breaks is named for administrators', async () => {
  lab.upstream.script = cutAfter([]);
  await send(lab.key);
  const [row] = await written();
  expect(row?.other).toMatchObject({ status_code: 502, error_code: 'upstream_failed' });
  expect(row?.other.admin_info.attempts[0]).toMatchObject({ status: 0, code: 'ECONNRESET' });
});

test('calls that are refused before any channel leave a row each', async () => {
  const poor = await makeUser(lab.ctx, { username: 'poor', quota: 0 });
  const cases: [string, number, string, object][] = [
    [await lab.token({ allow_ips: '203.0.113.1' }), 403, 'ip_not_allowed', {}],
    [
      await lab.token({ model_limits_enabled: true, model_limits: 'gpt-4o' }),
      403,
      'model_refused',
      { model: 'gpt-4o-mini' },
    ],
    [lab.key, 404, 'model_not_found', { model: 'sk-abcdefghijkl' }],
    [lab.key, 500, 'model_price_error', { model: 'priceless' }],
    [await lab.token({}, poor), 403, 'insufficient_user_quota', {}],
    [lab.key, 400, 'field_invalid', { temperature: 'warm' }],
  ];
  for (const [key, status, , body] of cases) expect((await send(key, body)).status).toBe(status);
  const rows = await written();
  const found = rows.map(({ other }) => [other.status_code, other.error_code]);
  expect(found).toEqual(cases.map(([, status, code]) => [status, code]));
  expect(rows.map(({ channel_id, quota }) => channel_id + quota)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(rows.map(({ model_name }) => model_name)).toEqual([
    '',
    'gpt-4o-mini',
    '[secret]',
    'priceless',
    'gpt-4o',
    'gpt-4o',
  ]);
  expect(rows[4]).toMatchObject({ username: 'poor', user_id: poor.id });
});

test.each([
  ['{"model":"gpt-4o","messages":[{bad', 'gpt-4o'],
  ['{bad', ''],
])('the row of %s has the model that could be read', async (body, model) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` };
  const response = await fetch(`${lab.url}/v1/chat/completions`, { method: 'POST', headers, body });
  expect(response.status).toBe(400);
  expect(await written()).toMatchObject([{ model_name: model, other: { error_code: 'body_not_json' } }]);
});

test('the reason of a refusal is kept in each language, that of a provider as it came', async () => {
  const poor = await makeUser(lab.ctx, { username: 'penniless', quota: 0 });
  await send(await lab.token({}, poor), { model: 'gpt-4o' }, { 'accept-language': 'en' });
  lab.upstream.script = fail(400, { error: { message: 'the prompt is too long' } });
  await send(lab.key, {}, { 'accept-language': 'zh' });
  const [refusal, rejected] = await written();
  expect(refusal?.content).toMatch(/^The account's balance is \$0\.00\./);
  expect(refusal?.other.messages).toEqual({ zh: expect.stringMatching(/^账户余额为 \$0\.00，/) });
  expect(rejected?.content).toBe('the prompt is too long');
  expect(rejected?.other.messages).toBeUndefined();
  const file = await lab
    .as('admin')
    .send('GET', `${exportLogs.address.split(' ')[1]}?format=csv&type=${FAILED}`, {
      headers: { 'accept-language': 'zh' },
    });
  expect(String(file.text)).toContain(refusal?.other.messages.zh);
  expect(String(file.text)).toContain('the prompt is too long');
});

test('strangers, lists of models and calls that were charged leave no row of a failure', async () => {
  await send('sk-unknown');
  await send('');
  await fetch(`${lab.url}/v1/models`, {
    headers: { authorization: `Bearer ${await lab.token({ allow_ips: '203.0.113.1' })}` },
  });
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, { choices: 'none', usage: { prompt_tokens: 4, completion_tokens: 2 } });
  await fetch(`${lab.url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': lab.key },
    body: JSON.stringify({ ...hello, max_tokens: 5 }),
  });
  expect(await written()).toEqual([]);
  expect((await lab.booked()).rows.at(-1)?.quota).toBeGreaterThan(0);
});

test('a flood of refused calls leaves few rows, and the last of them counts the others', async () => {
  const flooding = await makeUser(lab.ctx, { username: 'flooding', quota: 0 });
  const key = await lab.token({}, flooding);
  for (let n = 0; n < 10; n += 1) await Promise.all(Array.from({ length: 20 }, () => send(key)));
  const rows = await written();
  const seconds = rows.filter(({ other }) => other.left_out > 0).length;
  expect(rows.length).toBeLessThanOrEqual(10 * Math.max(1, seconds + 1));
  expect(rows.length).toBeLessThan(200);
  const leftOut = rows.reduce((sum, { other }) => sum + (other.left_out ?? 0), 0);
  expect(rows.length + leftOut).toBe(200);
});

test('lists, sums and files show failed calls apart from usage', async () => {
  await send(lab.key);
  const before = await lab.booked();
  const calls = before.rows.length;
  const usage = await lab.as('admin').get(listUsage, {});
  const stat = await lab.as('admin').get(getLogStat, {});
  const ownStat = await createClient(lab.app, lab.ctx, lab.payer).get(getOwnLogStat, {
    model_name: 'gpt-4o',
  });
  lab.upstream.script = fail(500);
  await send(lab.key, { model: 'gpt-4o-mini' });
  await written();

  const listed = await lab.as('admin').get(listLogs, { type: FAILED, page_size: 10 });
  expect(listed.items.slice(0, 1).map(({ model_name, channel }) => [model_name, channel])).toEqual([
    ['gpt-4o-mini', channels[1]],
  ]);
  const payer = createClient(lab.app, lab.ctx, lab.payer);
  const own = (await payer.get(listOwnLogs, { type: FAILED, page_size: 10 })).items;
  expect(own[0]).toMatchObject({ model_name: 'gpt-4o-mini', channel: 0, quota: 0 });
  expect(own[0]?.other).not.toContain('admin_info');

  const failed_calls = stat.failed_calls + 1;
  expect(await lab.as('admin').get(getLogStat, {})).toMatchObject({ quota: stat.quota, failed_calls });
  expect(await payer.get(getOwnLogStat, { model_name: 'gpt-4o' })).toMatchObject({
    failed_calls: ownStat.failed_calls,
  });
  expect(await lab.as('admin').get(listUsage, {})).toEqual(usage);
  const after = await lab.booked();
  expect([after.balance, after.rows.length]).toEqual([before.balance, calls]);
  const file = await lab
    .as('admin')
    .send('GET', `${exportLogs.address.split(' ')[1]}?format=csv&type=${FAILED}`);
  expect(String(file.text)).toContain('bad response status code 500');
});

test('the option limits how many rows are kept, and 0 writes none', async () => {
  for (let n = 0; n < 3; n += 1) await send(lab.key, { model: `unknown-${n}` });
  expect(await written()).toHaveLength(3);
  await lab.option('FailedCallsKept', 2);
  await retain(lab.ctx);
  expect((await written()).map(({ model_name }) => model_name)).toEqual(['unknown-1', 'unknown-2']);
  await lab.option('FailedCallsKept', 0);
  await send(lab.key, { model: 'unknown-3' });
  expect(await written()).toHaveLength(2);
  await retain(lab.ctx);
  expect(await written()).toEqual([]);
  await lab.option('FailedCallsKept', 100_000);
});
