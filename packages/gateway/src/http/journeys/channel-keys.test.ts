import {
  ChannelStatus,
  copyChannel,
  deleteChannel,
  getChannel,
  getChannelTests,
  listAudit,
  listChannelKeys,
  pageChannels,
  saveOption,
  setChannelKeys,
  testChannel,
  testChannels,
  updateChannel,
} from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { trip } from '../../modules/channels/health/channel-trip.ts';
import { refuse } from '../../modules/channels/keys/channel-key-work.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { makeChannel, makeKeyring } from '../../testing/factories.ts';
import { completion, type FakeUpstream, fail, startUpstream } from '../../testing/upstream.ts';

const keys = ['sk-keyring-number-0001', 'sk-keyring-number-0002', 'sk-keyring-number-0003'] as const;
const [ON, OFF, REFUSED] = [ChannelStatus.enabled, ChannelStatus.disabled, ChannelStatus.tripped];

describeDatabases('keys of a channel', (database) => {
  let app: TestApp;
  let upstream: FakeUpstream;
  let id: number;
  let clock = 2_000_000_000_000;
  beforeAll(async () => {
    const environment = { SSRF_ALLOW: '127.0.0.1/32' };
    app = await buildTestApp({ environment, database: await database.create(), now: () => clock });
    upstream = await startUpstream(completion());
  });
  afterAll(async () => {
    await upstream.close();
    await app.close();
  });
  beforeEach(async () => {
    clock += 1000;
    id = await makeKeyring(app.ctx, keys, { base_url: upstream.url });
  });

  const admin = () => app.as('admin');
  const list = (channel = id) => admin().get(listChannelKeys, { id: channel });
  const statuses = async (channel = id) => (await list(channel)).map(({ status }) => status);
  const setStatus = async (status: 1 | 2, ...places: number[]) => {
    const listed = await list();
    const named = places.map((place) => listed[place]?.id as string);
    return (await admin().call(setChannelKeys, { id, keys: named, status })).body;
  };
  const show = (channel = id) => admin().get(getChannel, { id: channel });
  const now = () => Math.floor(clock / 1000);

  test('are listed in their order with their states and without their values', async () => {
    await setStatus(2, 0);
    await refuse(app.ctx, id, keys[1], 'Incorrect API key');
    const { body, text } = await admin().call(listChannelKeys, { id });
    expect(body.data).toEqual([
      {
        id: expect.any(String),
        hint: expect.stringMatching(/ 0001$/),
        status: OFF,
        reason: '',
        since: now(),
      },
      {
        id: expect.any(String),
        hint: expect.stringMatching(/ 0002$/),
        status: REFUSED,
        reason: 'Incorrect API key',
        since: now(),
      },
      { id: expect.any(String), hint: expect.stringMatching(/ 0003$/), status: ON, reason: '', since: 0 },
    ]);
    expect(text).not.toContain('keyring');
    expect(await show()).toMatchObject({ multi_key_size: 3, multi_key_on: 1, multi_key_mode: 'polling' });
    const page = await admin().get(pageChannels, { keyword: String(id) });
    expect(page.items[0]).toMatchObject({ multi_key_size: 3, multi_key_on: 1 });
    const stored = await app.ctx.db.selectFrom('channel_keys').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain('keyring');
  });

  test('count as one of one enabled when the channel has a single key', async () => {
    const single = await makeChannel(app.ctx);
    expect(await show(single)).toMatchObject({ multi_key_size: 1, multi_key_on: 1 });
    expect(await statuses(single)).toEqual([ON]);
  });

  test('cannot be disabled by hand when the last enabled one or an unknown one is named', async () => {
    expect(await setStatus(2, 0, 1)).toMatchObject({ success: true });
    expect(await setStatus(2, 2)).toMatchObject({ success: false, code: 'channel_last_key' });
    expect(await statuses()).toEqual([OFF, OFF, ON]);
    const { body } = await admin().call(setChannelKeys, { id, keys: ['none'], status: 1 });
    expect(body).toMatchObject({ success: false, code: 'channel_key_gone' });
    expect(await setStatus(1, 0, 1)).toMatchObject({ success: true });
    expect(await statuses()).toEqual([ON, ON, ON]);
  });

  test('disable the channel when the last one is rejected, and enable it when one is enabled by hand', async () => {
    await refuse(app.ctx, id, keys[0], 'no credit');
    await refuse(app.ctx, id, keys[2], 'no credit');
    expect((await show()).status).toBe(ON);
    await refuse(app.ctx, id, keys[1], 'revoked');
    expect(await show()).toMatchObject({ status: REFUSED, multi_key_on: 0 });
    expect(JSON.parse((await show()).other_info)).toEqual({ status_reason: 'revoked', status_time: now() });
    await setStatus(1, 2);
    expect(await show()).toMatchObject({ status: ON, other_info: '', multi_key_on: 1 });
    expect(await statuses()).toEqual([REFUSED, REFUSED, ON]);
  });

  test('do not enable a channel that is disabled for another reason', async () => {
    await setStatus(2, 0);
    await trip(app.ctx, id, 'too slow');
    await setStatus(1, 0);
    expect((await show()).status).toBe(REFUSED);
  });

  test('that were rejected are enabled when a channel without an enabled key is enabled', async () => {
    await setStatus(2, 0);
    for (const key of keys) await refuse(app.ctx, id, key, 'no credit');
    expect(await statuses()).toEqual([OFF, REFUSED, REFUSED]);
    expect((await show()).status).toBe(REFUSED);
    await admin().get(updateChannel, { id, status: 1 });
    expect(await statuses()).toEqual([OFF, ON, ON]);
  });

  test('keep their states when the list is edited or reordered', async () => {
    await setStatus(2, 0);
    await refuse(app.ctx, id, keys[1], 'no credit');
    const edited = [keys[2], keys[1], 'sk-keyring-number-0004', keys[0]];
    await admin().get(updateChannel, { id, key: edited.join('\n') });
    expect(await statuses()).toEqual([ON, REFUSED, ON, OFF]);
    await admin().get(updateChannel, { id, key: [keys[1], keys[2]].join('\n') });
    await admin().get(updateChannel, { id, key: keys.join('\n') });
    expect(await statuses()).toEqual([ON, REFUSED, ON]);
  });

  test('can be added without sending the stored ones, but not together with another host', async () => {
    await setStatus(2, 0);
    await admin().get(updateChannel, { id, key: `sk-keyring-number-0004\n${keys[1]}`, key_mode: 'append' });
    expect(await statuses()).toEqual([OFF, ON, ON, ON]);
    expect((await list()).map(({ hint }) => hint.slice(-4))).toEqual(['0001', '0002', '0003', '0004']);
    const change = { id, base_url: 'https://elsewhere.example', key: 'sk-5', key_mode: 'append' as const };
    expect((await admin().call(updateChannel, change)).body).toMatchObject({ code: 'channel_key_again' });
    const suno = await makeChannel(app.ctx, { type: 36, base_url: 'https://suno.example' });
    const joined = await admin().call(updateChannel, { id: suno, key: 'sk-6', key_mode: 'append' });
    expect(joined.body).toMatchObject({ code: 'invalid_input', details: { field: 'key_mode' } });
  });

  test('are refused as a list when all are disabled by hand, and a single one is enabled', async () => {
    await setStatus(2, 0, 1);
    const { body } = await admin().call(updateChannel, { id, key: `${keys[0]}\n${keys[1]}` });
    expect(body).toMatchObject({ success: false, code: 'channel_keys_off' });
    expect(await statuses()).toEqual([OFF, OFF, ON]);
    await admin().get(updateChannel, { id, key: keys[0] });
    expect(await show()).toMatchObject({ status: ON, multi_key_size: 1, multi_key_on: 1 });
  });

  test('rejected at two gateways at once are all recorded, and a replaced key disables nothing', async () => {
    await Promise.all(keys.map((key) => refuse(app.ctx, id, key, 'no credit')));
    expect(await show()).toMatchObject({ status: REFUSED, multi_key_on: 0 });
    const single = await makeChannel(app.ctx, { key: 'sk-keyring-single-0001' });
    await admin().get(updateChannel, { id: single, key: 'sk-keyring-single-0002' });
    await refuse(app.ctx, single, 'sk-keyring-single-0001', 'no credit');
    expect((await show(single)).status).toBe(ON);
    await refuse(app.ctx, single, 'sk-keyring-single-0002', 'no credit');
    expect((await show(single)).status).toBe(REFUSED);
  });

  test('are copied with their states, and are deleted with the channel', async () => {
    await setStatus(2, 0);
    const copy = await admin().get(copyChannel, { id });
    expect(await statuses(copy.id)).toEqual([OFF, ON, ON]);
    await admin().get(deleteChannel, { id });
    const left = await app.ctx.db.selectFrom('channel_keys').select('channel_id').execute();
    expect(left.map(({ channel_id }) => channel_id)).not.toContain(id);
    expect(await statuses(copy.id)).toEqual([OFF, ON, ON]);
  });

  test('are masked in the audit log, which records each state change with its actor and reason', async () => {
    await setStatus(2, 0);
    await refuse(app.ctx, id, keys[1], 'no credit');
    const { items } = await app.as('root').get(listAudit, { target: `channel:${id}` });
    const [refused, byHand] = items;
    expect(refused).toMatchObject({ action: 'channel.key_trip', actor_name: 'system' });
    expect(JSON.parse(refused?.after ?? '')).toEqual({
      which: expect.stringMatching(/ 0002$/),
      reason: 'no credit',
    });
    expect(byHand).toMatchObject({ action: 'channel.keys' });
    expect(JSON.parse(byHand?.after ?? '')).toEqual({ off: [expect.stringMatching(/ 0001$/)] });
  });

  test('rotate in the stored mode, and a test uses an enabled one', async () => {
    expect(await admin().get(updateChannel, { id, multi_key_mode: 'random' })).toMatchObject({
      multi_key_mode: 'random',
    });
    await setStatus(2, 0, 1);
    upstream.calls.length = 0;
    await admin().call(testChannel, { id });
    expect(upstream.calls[0]?.headers.authorization).toBe(`Bearer ${keys[2]}`);
  });

  test('are disabled by a test of all channels when rejected, and enabled when they work again', async () => {
    const root = app.as('root');
    await root.get(saveOption, { key: 'AutomaticDisableChannelEnabled', value: 'true' });
    await root.get(saveOption, { key: 'AutomaticEnableChannelEnabled', value: 'true' });
    await app.ctx.db.updateTable('channels').set({ status: OFF }).where('id', '!=', id).execute();
    const round = async () => {
      await admin().get(testChannels, {});
      const running = async () => (await admin().get(getChannelTests, {})).running;
      await expect.poll(running, { timeout: 20_000 }).toBe(false);
    };
    upstream.script = fail(401, { error: { message: 'Incorrect key', code: 'invalid_api_key' } });
    await round();
    expect(await statuses()).toEqual([REFUSED, ON, ON]);
    expect((await show()).status).toBe(ON);
    await round();
    await round();
    expect(await show()).toMatchObject({ status: REFUSED, multi_key_on: 0 });
    upstream.script = completion();
    await round();
    expect(await statuses()).toEqual([ON, REFUSED, REFUSED]);
    expect((await show()).status).toBe(ON);
  });

  test('of the other channels are tested when one channel is deleted during its test', async () => {
    const key = 'sk-deleted-meanwhile-0001';
    const deleted = await makeChannel(app.ctx, { base_url: upstream.url, key });
    const other = await makeChannel(app.ctx, { base_url: upstream.url });
    await app.ctx.db.updateTable('channels').set({ status: OFF }).where('id', '<', deleted).execute();
    for (const channel of [deleted, other]) await trip(app.ctx, channel, 'no answer');
    upstream.script = async (request, response) => {
      if (request.headers.authorization === `Bearer ${key}`)
        await admin().get(deleteChannel, { id: deleted });
      return completion()(request, response);
    };
    await admin().get(testChannels, {});
    await expect.poll(async () => (await show(other)).status, { timeout: 20_000 }).toBe(ON);
  });
});
