import {
  copyChannel,
  enableChannelTag,
  fetchChannelModels,
  getChannel,
  getChannelTests,
  listChannelKeys,
  listChannels,
  saveOption,
  setChannelKeys,
  testChannel,
  testChannels,
  updateBalance,
  updateBalances,
  updateChannel,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { channelRecovery } from '../../jobs/channel-rounds.ts';
import { trip } from '../../modules/channels/health/channel-trip.ts';
import { refuse } from '../../modules/channels/keys/channel-key-work.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel, makeKeyring } from '../../testing/factories.ts';
import { completion, type FakeUpstream, sendJson, startUpstream } from '../../testing/upstream.ts';

const keys = ['sk-canary-keyring-0001', 'sk-canary-keyring-0002'] as const;
let clock = 2_000_000_000_000;
let app: TestApp;
let upstream: FakeUpstream;
let lines: string[] = [];
beforeEach(async () => {
  lines = [];
  const environment = { SSRF_ALLOW: '127.0.0.1/32' };
  const log = { write: (line: string) => lines.push(line) };
  app = await buildTestApp({ environment, log, now: () => clock });
  upstream = await startUpstream(completion());
});
afterEach(async () => {
  await app.close();
  await upstream.close();
});

const admin = () => app.as('admin');
const show = (id: number) => admin().get(getChannel, { id });
const channel = (draft = {}) => makeChannel(app.ctx, { base_url: upstream.url, ...draft });
const garbage = 'v1.00000000.bm90IGEgc2VhbA.Z2FyYmFnZQ';
const damage = (id: number) =>
  app.ctx.db.updateTable('channels').set({ key_sealed: garbage }).where('id', '=', id).execute();
const warnings = () => lines.filter((line) => line.includes('cannot be read'));
const unreadable = { success: false, code: 'channel_key_unreadable' };

test('every action that needs an unreadable key fails with that reason and what to do', async () => {
  const id = await makeKeyring(app.ctx, keys, { base_url: upstream.url });
  await damage(id);
  const answers = [
    await admin().call(testChannel, { id }),
    await admin().call(updateBalance, { id }),
    await admin().call(fetchChannelModels, { id }),
    await admin().call(copyChannel, { id }),
    await admin().call(listChannelKeys, { id }),
    await admin().call(setChannelKeys, { id, keys: ['a'], status: 2 }),
    await admin().call(updateChannel, { id, key: 'sk-canary-more', key_mode: 'append' }),
  ];
  for (const { status, body } of answers) {
    expect([status, body]).toEqual([200, expect.objectContaining(unreadable)]);
    expect(body.message).toMatch(/enter the key again/);
  }
  expect(upstream.calls).toEqual([]);
});

test('the list shows every channel and marks those with an unreadable key', async () => {
  const [broken, good] = [await channel({ tag: 'blue' }), await channel()];
  await damage(broken);
  const shown = await admin().get(listChannels, {});
  expect(shown.map(({ id }) => id).sort()).toEqual([broken, good]);
  expect(await show(broken)).toMatchObject({ key_hint: '', multi_key_size: 0, multi_key_on: 0 });
  expect(await show(good)).toMatchObject({ multi_key_size: 1, multi_key_on: 1 });
  expect((await admin().call(enableChannelTag, { tag: 'blue' })).body.success).toBe(true);
  expect(await admin().get(updateChannel, { id: broken, name: 'renamed' })).toMatchObject({
    name: 'renamed',
    multi_key_size: 0,
  });
});

test('a key that is entered again repairs the channel and clears the states of the old keys', async () => {
  const id = await makeKeyring(app.ctx, keys, { base_url: upstream.url });
  await refuse(app.ctx, id, keys[0], 'no credit');
  await damage(id);
  await admin().get(updateChannel, { id, status: 2 });
  await admin().get(updateChannel, { id, status: 1 });
  const healed = await admin().get(updateChannel, { id, key: `${keys[1]}\nsk-canary-keyring-0003` });
  expect(healed).toMatchObject({ status: 1, multi_key_size: 2, multi_key_on: 2 });
  expect((await admin().call(testChannel, { id })).body.success).toBe(true);
  expect(upstream.calls[0]?.headers.authorization).toBe(`Bearer ${keys[1]}`);
  expect(await app.ctx.db.selectFrom('channel_keys').selectAll().execute()).toEqual([]);
});

test('a test of all channels continues after an unreadable key and logs the channel', async () => {
  const [broken, good] = [await channel(), await channel()];
  await damage(broken);
  await admin().get(testChannels, {});
  const round = async () => admin().get(getChannelTests, {});
  await expect.poll(async () => (await round()).ended_at, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(await round()).toMatchObject({ running: false, total: 2, done: 2, failed: 1 });
  expect((await show(good)).response_time).toBeGreaterThan(0);
  expect((await show(broken)).status).toBe(1);
  expect(warnings().map((line) => JSON.parse(line).channel)).toEqual([broken]);
  expect(lines.join('')).not.toContain('canary');
});

test('the balance round continues after an unreadable key and logs the channel', async () => {
  upstream.script = (_, response) => sendJson(response, 200, { total_remaining: 6 });
  const [broken, good] = [await channel({ type: 12 }), await channel({ type: 12 })];
  await damage(broken);
  expect((await admin().call(updateBalances, {})).body.success).toBe(true);
  expect([(await show(broken)).balance, (await show(good)).balance]).toEqual([0, 6]);
  expect(warnings()).toHaveLength(1);
});

test('disabled channels and keys are enabled again although a channel before them is unreadable', async () => {
  await app.as('root').get(saveOption, { key: 'AutomaticEnableChannelEnabled', value: 'true' });
  const broken = await channel();
  const brokenRing = await makeKeyring(app.ctx, keys, { base_url: upstream.url });
  const good = await channel();
  const goodRing = await makeKeyring(app.ctx, keys, { base_url: upstream.url });
  for (const id of [broken, good]) await trip(app.ctx, id, 'no credit');
  for (const key of keys) await refuse(app.ctx, brokenRing, key, 'no credit');
  await refuse(app.ctx, goodRing, keys[0], 'no credit');
  for (const id of [broken, brokenRing]) await damage(id);
  clock += 6 * 60_000;
  await channelRecovery.run(app.ctx);
  expect(await show(good)).toMatchObject({ status: 1 });
  expect(await show(goodRing)).toMatchObject({ multi_key_on: 2 });
  expect(await show(broken)).toMatchObject({ status: 3 });
  const before = warnings().length;
  expect(before).toBeGreaterThan(0);
  clock += 60_000;
  await channelRecovery.run(app.ctx);
  expect(warnings()).toHaveLength(before);
});

test('a key that is rejected and unreadable does not affect other keys', async () => {
  const id = await makeKeyring(app.ctx, keys);
  await damage(id);
  await refuse(app.ctx, id, keys[0], 'no credit');
  expect((await show(id)).status).toBe(1);
});

test('an unreadable proxy password is named by a test and a copy, and can be entered again', async () => {
  const setting = (password: string) =>
    JSON.stringify({ proxy: `http://me:${password}@127.0.0.1:9`, force_format: true });
  const id = await channel({ setting: setting('canary-pass') });
  await app.ctx.db.updateTable('channels').set({ proxy_sealed: garbage }).where('id', '=', id).execute();
  const refused = { success: false, code: 'channel_proxy_unreadable' };
  expect((await admin().call(testChannel, { id })).body).toMatchObject(refused);
  expect((await admin().call(copyChannel, { id })).body).toMatchObject(refused);
  await admin().get(updateChannel, { id, setting: setting('canary-new') });
  expect((await admin().call(testChannel, { id })).body.code).toBe('channel_upstream_refused');
  expect((await admin().call(copyChannel, { id })).body.success).toBe(true);
});
