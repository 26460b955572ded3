import {
  disableChannelTag,
  editChannelTag,
  enableChannelTag,
  getChannel,
  pageChannelTags,
  tagChannels,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel, makeLogs } from '../../testing/factories.ts';

let app: TestApp;
let east: number;
let west: number;
let other: number;
beforeEach(async () => {
  app = await buildTestApp();
  east = await makeChannel(app.ctx, {
    tag: 'blue',
    models: 'm1',
    group: 'default,vip',
    priority: 5,
    weight: 1,
  });
  west = await makeChannel(app.ctx, { tag: 'blue', models: 'm2', group: 'vip', priority: 5, weight: 2 });
  other = await makeChannel(app.ctx, { tag: 'red', models: 'm3' });
});
afterEach(() => app.close());

const admin = () => app.as('admin');
const show = (id: number) => admin().get(getChannel, { id });
const enabledModels = async () => {
  const rows = await app.ctx.db
    .selectFrom('abilities')
    .select('model')
    .where('enabled', '=', 1)
    .distinct()
    .execute();
  return rows.map(({ model }) => model).sort();
};

// @spec D215 D216 D217 D218 D219 D220
test('a tag is listed as one row with merged groups, summed quota, averaged times and empty fields that differ', async () => {
  await makeLogs(app.ctx, [
    { channel_id: east, quota: 30 },
    { channel_id: west, quota: 12 },
  ]);
  const { db } = app.ctx;
  await db.updateTable('channels').set({ response_time: 100 }).where('id', '=', east).execute();
  await db.updateTable('channels').set({ response_time: 301, status: 2 }).where('id', '=', west).execute();
  const { items, total } = await admin().get(pageChannelTags, {});
  expect(total).toBe(2);
  expect(items[0]).toMatchObject({
    tag: 'blue',
    used_quota: 42,
    response_time: 201,
    priority: 5,
    weight: null,
    status: 1,
  });
  expect(items[0]?.group.split(',').sort()).toEqual(['default', 'vip']);
  expect(items[0]?.channels.map(({ id }) => id).sort()).toEqual([east, west]);
  expect(items[1]).toMatchObject({ tag: 'red', priority: 0, weight: 0, response_time: 0 });
  await db.updateTable('channels').set({ status: 3 }).where('tag', '=', 'blue').execute();
  const second = await admin().get(pageChannelTags, { p: 1, page_size: 1, keyword: '' });
  expect([second.items.length, second.total, second.items[0]?.status]).toEqual([1, 2, 2]);
});

test('channels without a tag are the last row, on the last page', async () => {
  const bare = await makeChannel(app.ctx, { models: 'm4' });
  const pageOf = (p: number) => admin().get(pageChannelTags, { p, page_size: 2 });
  expect([(await pageOf(1)).total, (await pageOf(1)).items.map(({ tag }) => tag)]).toEqual([
    3,
    ['blue', 'red'],
  ]);
  const { items } = await pageOf(2);
  expect(items.map(({ tag, channels }) => [tag, channels.map(({ id }) => id)])).toEqual([['', [bare]]]);
  expect((await pageOf(3)).items).toEqual([]);
});

// @spec H136
test('an edit of a tag changes all its channels and keeps fields that are absent or empty', async () => {
  const answer = await admin().call(editChannelTag, {
    tag: 'blue',
    new_tag: 'green',
    priority: -3,
    weight: 9,
    model_mapping: '{"m1":"real"}',
    models: 'm7,m8',
    groups: 'svip',
  });
  expect([answer.status, answer.body]).toEqual([200, { success: true, message: '' }]);
  for (const id of [east, west])
    expect(await show(id)).toMatchObject({
      tag: 'green',
      priority: -3,
      weight: 9,
      model_mapping: '{"m1":"real"}',
      models: 'm7,m8',
      group: 'svip',
    });
  expect(await show(other)).toMatchObject({ tag: 'red', models: 'm3', group: 'default' });
  expect(await enabledModels()).toEqual(['m3', 'm7', 'm8']);

  const blank = { tag: 'green', priority: 0, models: '', groups: '', model_mapping: '' };
  await admin().get(editChannelTag, blank);
  expect(await show(east)).toMatchObject({
    tag: 'green',
    priority: 0,
    weight: 9,
    models: 'm7,m8',
    group: 'svip',
  });
});

// @spec E101
test('an empty new tag removes the tag and keeps the channels', async () => {
  await admin().get(editChannelTag, { tag: 'blue', new_tag: '' });
  expect([(await show(east)).tag, (await show(west)).tag, (await show(other)).tag]).toEqual([
    null,
    null,
    'red',
  ]);
});

test.each([
  // @spec F076
  ['a mapping that is no JSON', { tag: 'blue', model_mapping: '{' }, 'invalid_input'],
  // @spec F074
  ['a broken priority', { tag: 'blue', priority: 1.5 }, 'invalid_input'],
  // @spec F075
  ['a negative weight', { tag: 'blue', weight: -1 }, 'invalid_input'],
  ['no tag', { tag: ' ', priority: 1 }, 'invalid_input'],
  // @spec F077
  ['no change', { tag: 'blue' }, 'nothing_to_change'],
  ['the same tag', { tag: 'blue', new_tag: 'blue' }, 'nothing_to_change'],
  ['a tag that no channel has', { tag: 'grey', priority: 1 }, 'channel_tag_unknown'],
  ['a model name that is too long', { tag: 'blue', models: 'm'.repeat(256) }, 'invalid_input'],
])('%s is refused and nothing changes', async (_, input, code) => {
  const { body } = await admin().callLoosely(editChannelTag, input);
  expect(body).toMatchObject({ success: false, code });
  expect(await show(east)).toMatchObject({ tag: 'blue', priority: 5, weight: 1, models: 'm1' });
});

// @spec E030 E031 E032 H138 H140
test('all channels of a tag are disabled and enabled with their abilities', async () => {
  const off = await admin().call(disableChannelTag, { tag: 'blue' });
  expect([off.status, off.body]).toEqual([200, { success: true, message: '' }]);
  expect([(await show(east)).status, (await show(west)).status, (await show(other)).status]).toEqual([
    2, 2, 1,
  ]);
  expect(await enabledModels()).toEqual(['m3']);
  const on = await admin().call(enableChannelTag, { tag: 'blue' });
  expect([on.status, on.body]).toEqual([200, { success: true, message: '' }]);
  expect(await enabledModels()).toEqual(['m1', 'm2', 'm3']);
  expect((await admin().call(enableChannelTag, { tag: 'grey' })).body.code).toBe('channel_tag_unknown');
});

// @spec H142
test('a batch sets a tag on channels, and an empty tag removes it', async () => {
  const { status, body } = await admin().call(tagChannels, { ids: [east, other], tag: 'both' });
  expect([status, body]).toEqual([200, { success: true, message: '', data: 2 }]);
  expect([(await show(east)).tag, (await show(west)).tag, (await show(other)).tag]).toEqual([
    'both',
    'blue',
    'both',
  ]);
  await admin().get(tagChannels, { ids: [east], tag: '' });
  expect((await show(east)).tag).toBeNull();
  const none = await admin().callLoosely(tagChannels, { ids: [], tag: 'x' });
  expect(none.body).toMatchObject({ success: false, code: 'invalid_input' });
});
