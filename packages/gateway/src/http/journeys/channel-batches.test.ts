import {
  copyChannel,
  deleteChannels,
  deleteDisabledChannels,
  getChannel,
  listChannels,
  repairChannels,
  searchChannels,
  updateChannel,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillKeyHashes } from '../../modules/channels/keys/channel-key-hashes.ts';
import { sealedPlace } from '../../modules/secrets/sealed-places.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel } from '../../testing/factories.ts';

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp();
});
afterEach(() => app.close());

const admin = () => app.as('admin');
const ids = async () => (await admin().get(listChannels, { id_sort: true })).map(({ id }) => id).sort();
const abilityChannels = async () => {
  const rows = await app.ctx.db.selectFrom('abilities').select('channel_id').distinct().execute();
  return rows.map(({ channel_id }) => channel_id).sort();
};

// @spec H132
test('a batch deletion removes the channels with their abilities and answers the number of requested ids', async () => {
  const [a, b, c] = [await makeChannel(app.ctx), await makeChannel(app.ctx), await makeChannel(app.ctx)];
  const { status, body } = await admin().call(deleteChannels, { ids: [a, c, 999_999] });
  expect([status, body]).toEqual([200, { success: true, message: '', data: 3 }]);
  expect(await ids()).toEqual([b]);
  expect(await abilityChannels()).toEqual([b]);
  const empty = await admin().callLoosely(deleteChannels, { ids: [] });
  expect(empty.body).toMatchObject({ success: false, code: 'invalid_input', details: { field: 'ids' } });
});

// @spec H130
test('a deletion of disabled channels removes those disabled by hand or by the gateway and counts them', async () => {
  const otherId = await makeChannel(app.ctx);
  for (const status of [2, 3]) {
    const id = await makeChannel(app.ctx);
    await app.ctx.db.updateTable('channels').set({ status }).where('id', '=', id).execute();
  }
  const { body } = await admin().call(deleteDisabledChannels, {});
  expect(body).toEqual({ success: true, message: '', data: 2 });
  expect(await ids()).toEqual([otherId]);
  expect((await admin().call(deleteDisabledChannels, {})).body.data).toBe(0);
});

// @spec H134
test('the repair restores missing abilities and removes surplus and orphaned ones', async () => {
  const lost = await makeChannel(app.ctx, { models: 'm1,m2' });
  const right = await makeChannel(app.ctx, { models: 'm3' });
  const wrong = await makeChannel(app.ctx, { models: 'm4' });
  const { db } = app.ctx;
  await db.deleteFrom('abilities').where('channel_id', '=', lost).where('model', '=', 'm2').execute();
  await db.updateTable('abilities').set({ enabled: 0 }).where('channel_id', '=', wrong).execute();
  const orphan = { group: 'default', model: 'gone', channel_id: 777, enabled: 1 };
  await db.insertInto('abilities').values(orphan).execute();

  const { body } = await admin().call(repairChannels, {});
  expect(body).toEqual({ success: true, message: '', data: 3 });
  const rows = await db.selectFrom('abilities').select(['model', 'enabled']).orderBy('model').execute();
  expect(rows).toEqual(['m1', 'm2', 'm3', 'm4'].map((model) => ({ model, enabled: 1 })));
  expect((await admin().call(repairChannels, {})).body.data).toBe(0);
  expect(await abilityChannels()).toEqual([lost, right, wrong]);
});

test('a channel with empty imported lists serves no model and does not stop the repair', async () => {
  const id = await makeChannel(app.ctx);
  await app.ctx.db.updateTable('channels').set({ models: '' }).where('id', '=', id).execute();
  expect((await admin().call(repairChannels, {})).body).toMatchObject({ success: true, data: 1 });
  expect(await abilityChannels()).toEqual([]);
});

test('a copied channel has the key and the settings of the original but not its history', async () => {
  const first = await makeChannel(app.ctx, {
    name: 'east',
    key: 'sk-canary-east-0001',
    tag: 'blue',
    priority: 7,
  });
  const runtime = {
    balance: 5,
    response_time: 90,
    test_time: 1,
    status: 3,
    other_info: '{"status_reason":"x"}',
  };
  await app.ctx.db.updateTable('channels').set(runtime).where('id', '=', first).execute();

  const { body, text } = await admin().call(copyChannel, { id: first });
  expect(text).not.toContain('canary');
  const { id } = body.data;
  expect(await admin().get(getChannel, { id })).toMatchObject({
    name: 'east copy',
    tag: 'blue',
    priority: 7,
    status: 2,
    balance: 0,
    response_time: 0,
    test_time: 0,
    other_info: '',
  });
  const rows = await app.ctx.db.selectFrom('channels').selectAll().where('id', '=', id).execute();
  expect(app.ctx.secrets.open(rows[0]?.key_sealed ?? '', sealedPlace.channelKey(id))).toBe(
    'sk-canary-east-0001',
  );
  expect((await admin().call(copyChannel, { id: 999_999 })).body.code).toBe('channel_not_found');
});

test('a channel is found by its whole key only, also one stored before keys were hashed', async () => {
  const id = await makeChannel(app.ctx, { name: 'east', key: 'sk-canary-east-0001' });
  await makeChannel(app.ctx, { name: 'west', key: 'sk-canary-west-0002' });
  const find = async (keyword: string) =>
    (await admin().get(searchChannels, { keyword })).map(({ name }) => name);
  expect(await find('sk-canary-east-0001')).toEqual(['east']);
  expect(await find('sk-canary-east-000')).toEqual([]);

  await admin().get(updateChannel, { id, key: 'sk-canary-new' });
  expect([await find('sk-canary-east-0001'), await find('sk-canary-new')]).toEqual([[], ['east']]);

  await app.ctx.db.updateTable('channels').set({ key_hash: '' }).execute();
  expect(await find('sk-canary-new')).toEqual([]);
  await fillKeyHashes(app.ctx.db, app.ctx.secrets, app.ctx.log);
  expect(await find('sk-canary-new')).toEqual(['east']);
  const stored = JSON.stringify(await app.ctx.db.selectFrom('channels').selectAll().execute());
  expect(stored).not.toContain(app.ctx.secrets.hash('sk-canary-new'));
});

// @spec D182
test('an edit clears the extra field of the type when it is sent empty', async () => {
  const id = await makeChannel(app.ctx, { type: 3, base_url: 'https://azure.example', other: '2024-12-01' });
  expect(await admin().get(updateChannel, { id, name: 'renamed' })).toMatchObject({ other: '2024-12-01' });
  const key = 'sk-typed-again';
  expect(await admin().get(updateChannel, { id, key, other: '' })).toMatchObject({ other: '' });
});

test('every change of channels is in the audit log without keys', async () => {
  const id = await makeChannel(app.ctx, { key: 'sk-canary-audit-1' });
  await admin().get(updateChannel, { id, priority: 3, key: 'sk-canary-audit-2' });
  const { id: copied } = await admin().get(copyChannel, { id });
  await admin().get(deleteChannels, { ids: [id, copied] });
  const rows = await app.ctx.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
  expect(rows.map(({ action, target }) => `${action} ${target}`)).toEqual([
    `channel.create channel:${id}`,
    `channel.update channel:${id}`,
    `channel.create channel:${copied}`,
    `channel.delete channel:${id}`,
    `channel.delete channel:${copied}`,
  ]);
  expect(rows[1]?.after).toContain('"priority":3');
  expect(JSON.stringify(rows)).not.toContain('canary');
});
