import {
  addChannelKeys,
  ChannelStatus,
  getChannel,
  listAudit,
  listChannelKeys,
  removeChannelKeys,
  setChannelKeys,
  testChannel,
} from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { trip } from '../../modules/channels/health/channel-trip.ts';
import { refuse } from '../../modules/channels/keys/channel-key-work.ts';
import { openKeys } from '../../modules/channels/keys/channel-keys.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { makeChannel, makeKeyring } from '../../testing/factories.ts';
import { completion, type FakeUpstream, startUpstream } from '../../testing/upstream.ts';

const keys = ['sk-keyring-number-0001', 'sk-keyring-number-0002', 'sk-keyring-number-0003'] as const;
const [ON, OFF, REFUSED] = [ChannelStatus.enabled, ChannelStatus.disabled, ChannelStatus.tripped];

describeDatabases('single keys of a channel', (database) => {
  let app: TestApp;
  let upstream: FakeUpstream;
  let id: number;
  beforeAll(async () => {
    const environment = { SSRF_ALLOW: '127.0.0.1/32' };
    app = await buildTestApp({ environment, database: await database.create() });
    upstream = await startUpstream(completion());
  });
  afterAll(async () => {
    await upstream.close();
    await app.close();
  });
  beforeEach(async () => {
    id = await makeKeyring(app.ctx, keys, { base_url: upstream.url });
  });

  const admin = () => app.as('admin');
  const list = (channel = id) => admin().get(listChannelKeys, { id: channel });
  const shown = async (channel = id) =>
    (await list(channel)).map(({ hint, status }) => [hint.slice(-4), status]);
  const named = async (...places: number[]) => {
    const listed = await list();
    return places.map((place) => listed[place]?.id as string);
  };
  const remove = async (...places: number[]) =>
    (await admin().call(removeChannelKeys, { id, keys: await named(...places) })).body;
  const off = async (...places: number[]) =>
    admin().get(setChannelKeys, { id, keys: await named(...places), status: 2 });
  const show = (channel = id) => admin().get(getChannel, { id: channel });
  const stored = async () => {
    const row = await app.ctx.db
      .selectFrom('channels')
      .select(['id', 'type', 'key_sealed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return openKeys(row, app.ctx.secrets);
  };
  const states = async () =>
    (await app.ctx.db.selectFrom('channel_keys').selectAll().where('channel_id', '=', id).execute()).length;

  test('are removed with their states, and calls use the others in their order', async () => {
    await off(1);
    await refuse(app.ctx, id, keys[0], 'no credit');
    const body = await remove(0);
    expect(body.success).toBe(true);
    expect(await stored()).toEqual([keys[1], keys[2]]);
    expect(await shown()).toEqual([
      ['0002', OFF],
      ['0003', ON],
    ]);
    expect(await show()).toMatchObject({ status: ON, multi_key_size: 2, multi_key_on: 1 });
    expect(await states()).toBe(1);
    upstream.calls.length = 0;
    expect((await admin().call(testChannel, { id })).body.success).toBe(true);
    expect(upstream.calls[0]?.headers.authorization).toBe(`Bearer ${keys[2]}`);
  });

  test('cannot be removed when all or the last enabled one would go', async () => {
    expect(await remove(0, 1, 2)).toMatchObject({ success: false, code: 'channel_only_key' });
    await off(0, 1);
    expect(await remove(2)).toMatchObject({ success: false, code: 'channel_last_key' });
    const { body } = await admin().call(removeChannelKeys, { id, keys: ['none', ...(await named(0))] });
    expect(body).toMatchObject({ success: false, code: 'channel_key_gone' });
    expect(await stored()).toEqual([...keys]);
    expect(await shown()).toEqual([
      ['0001', OFF],
      ['0002', OFF],
      ['0003', ON],
    ]);
    expect(await remove(0, 1)).toMatchObject({ success: true });
    expect([await stored(), await states()]).toEqual([[keys[2]], 0]);
    expect(await remove(0)).toMatchObject({ success: false, code: 'channel_only_key' });
  });

  test('can be removed when the channel has no enabled key, and a new key enables the channel', async () => {
    for (const key of keys) await refuse(app.ctx, id, key, 'revoked');
    expect(await remove(0)).toMatchObject({ success: true });
    expect(await show()).toMatchObject({ status: REFUSED, multi_key_size: 2, multi_key_on: 0 });
    await admin().get(addChannelKeys, { id, key: 'sk-keyring-number-0004' });
    expect(await show()).toMatchObject({ status: ON, multi_key_size: 3, multi_key_on: 1, other_info: '' });
    expect(await shown()).toEqual([
      ['0002', REFUSED],
      ['0003', REFUSED],
      ['0004', ON],
    ]);
  });

  test('do not enable a channel that is disabled for another reason when one is added', async () => {
    await trip(app.ctx, id, 'too slow');
    await admin().get(addChannelKeys, { id, key: 'sk-keyring-number-0004' });
    expect((await show()).status).toBe(REFUSED);
  });

  test('are appended, and duplicates are skipped and counted', async () => {
    await off(0);
    const typed = `  sk-keyring-number-0004 \n\n${keys[1]}\nsk-keyring-number-0005\nsk-keyring-number-0004\n`;
    const { body, text } = await admin().call(addChannelKeys, { id, key: typed });
    expect(body.data).toMatchObject({ added: 2, skipped: 2 });
    expect(body.data.keys.map(({ hint }) => hint.slice(-4))).toEqual([
      '0001',
      '0002',
      '0003',
      '0004',
      '0005',
    ]);
    expect(text).not.toContain('keyring');
    expect(await stored()).toEqual([...keys, 'sk-keyring-number-0004', 'sk-keyring-number-0005']);
    expect((await shown())[0]).toEqual(['0001', OFF]);
    expect(await admin().get(addChannelKeys, { id, key: keys[2] })).toMatchObject({ added: 0, skipped: 1 });
  });

  test('can be added to a channel with one key, unless its type has only one; an empty list is refused', async () => {
    const single = await makeChannel(app.ctx, { key: 'sk-keyring-single-0009' });
    await admin().get(addChannelKeys, { id: single, key: 'sk-keyring-single-0010' });
    expect(await shown(single)).toEqual([
      ['0009', ON],
      ['0010', ON],
    ]);
    const suno = await makeChannel(app.ctx, { type: 36, base_url: 'https://suno.example' });
    const refused = await admin().call(addChannelKeys, { id: suno, key: 'sk-2' });
    expect(refused.body).toMatchObject({ code: 'invalid_input', details: { field: 'key' } });
    const blank = await admin().call(addChannelKeys, { id, key: ' \n ' });
    expect(blank.body).toMatchObject({ code: 'channel_key_required' });
    const many = Array.from({ length: 500 }, (_, n) => `sk-keyring-${n}`).join('\n');
    expect((await admin().call(addChannelKeys, { id, key: many })).body).toMatchObject({
      code: 'invalid_input',
      details: { field: 'key', reason: 'too_big' },
    });
    expect(await stored()).toEqual([...keys]);
  });

  test('keep one that is enabled when two admins remove one each at once', async () => {
    await off(2);
    const [first, second] = await named(0, 1);
    const answers = await Promise.all(
      [first, second].map((key) => admin().call(removeChannelKeys, { id, keys: [key as string] })),
    );
    expect(answers.map(({ body }) => body.success).sort()).toEqual([false, true]);
    expect((await show()).multi_key_on).toBe(1);
  });

  test('are masked in the audit log when they are added or removed', async () => {
    await admin().get(addChannelKeys, { id, key: 'sk-keyring-number-0004' });
    await remove(0, 1);
    const { items } = await app.as('root').get(listAudit, { target: `channel:${id}` });
    const [removed, added] = items;
    expect(removed).toMatchObject({ action: 'channel.keys_remove', actor_name: 'admin' });
    expect(JSON.parse(removed?.after ?? '')).toEqual({
      removed: [expect.stringMatching(/ 0001$/), expect.stringMatching(/ 0002$/)],
    });
    expect(added).toMatchObject({ action: 'channel.keys_add' });
    expect(JSON.parse(added?.after ?? '')).toEqual({ added: [expect.stringMatching(/ 0004$/)] });
    expect(JSON.stringify(items)).not.toContain('keyring-number');
  });
});
