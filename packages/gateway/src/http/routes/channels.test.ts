import {
  createChannel,
  deleteChannel,
  getChannel,
  listChannels,
  listOptions,
  pageChannels,
  saveOption,
  searchChannels,
  updateChannel,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sealedPlace } from '../../modules/secrets/sealed-places.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel } from '../../testing/factories.ts';

const draft = {
  type: 1,
  name: 'east',
  key: 'sk-canary-east-0001',
  models: 'gpt-4o,gpt-4o-mini',
  group: 'default,vip',
};

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp();
});
afterEach(() => app.close());

const rowsOf = () => app.ctx.db.selectFrom('channels').selectAll().orderBy('id').execute();
const abilities = () =>
  app.ctx.db
    .selectFrom('abilities')
    .select(['group', 'model', 'enabled', 'priority'])
    .orderBy('group')
    .orderBy('model')
    .execute();
const keyOf = async (id: number) => {
  const row = (await rowsOf()).find((channel) => channel.id === id);
  return app.ctx.secrets.open(row?.key_sealed ?? '', sealedPlace.channelKey(id));
};
const names = (channels: readonly { name: string }[]) => channels.map(({ name }) => name);

// @spec D178 (there is no max_input_tokens: decision 0072)
// @spec A004 A021 D181 D183 D184 D185 D186 D188 D189 D190 D191 H104 H102
test('a channel is stored and read back as typed, without its key', async () => {
  const sent = {
    ...draft,
    type: 3,
    base_url: 'https://azure.example/',
    other: '2024-12-01-preview',
    openai_organization: 'org',
    test_model: 'gpt-4o',
    priority: 7,
    weight: 3,
    auto_ban: 0,
    tag: 'blue',
    model_mapping: '{"gpt-4o":"gpt-4o-2024-08-06"}',
    status_code_mapping: '{"400":"500"}',
    setting: '{"force_format":true}',
    param_override: '{"temperature":0}',
  };
  const admin = app.as('admin');
  expect((await admin.call(createChannel, sent)).body).toEqual({ success: true, message: '' });
  const [row] = await rowsOf();
  const { body, text } = await admin.call(getChannel, { id: row?.id as number });
  expect(body.data).toMatchObject({
    ...sent,
    key: '',
    base_url: 'https://azure.example',
    status: 1,
    used_quota: 0,
  });
  expect(body.data.key_hint).toMatch(/^[0-9a-f]{8} 0001$/);
  expect(text).not.toContain('canary');
  expect(JSON.stringify(row)).not.toContain('canary');
  expect(await keyOf(body.data.id)).toBe('sk-canary-east-0001');
});

// @spec D206
test('an iFlytek channel uses version 2.1 unless it names another', async () => {
  const admin = app.as('admin');
  const id = await makeChannel(app.ctx, { ...draft, type: 18, key: 'app|secret|key' });
  expect((await admin.get(getChannel, { id })).other).toBe('v2.1');
  const key = 'app|secret|key';
  expect((await admin.get(updateChannel, { id, key, other: 'v4.0' })).other).toBe('v4.0');
  expect((await admin.get(updateChannel, { id, key, other: '' })).other).toBe('v2.1');
});

test('models and groups are stored without blanks, empty items and duplicates', async () => {
  const id = await makeChannel(app.ctx, { ...draft, models: ' b, a,a,,', group: 'vip , default,vip' });
  const admin = app.as('admin');
  expect(await admin.get(getChannel, { id })).toMatchObject({ models: 'b,a', group: 'vip,default' });
  expect((await admin.get(updateChannel, { id, models: 'c,c' })).models).toBe('c');
});

// @spec D194 D196 E022
test('a new channel has its runtime fields', async () => {
  const id = await makeChannel(app.ctx);
  expect(await app.as('admin').get(getChannel, { id })).toMatchObject({
    status: 1,
    response_time: 0,
    test_time: 0,
    balance: 0,
    balance_updated_time: 0,
    other_info: '',
    created_time: expect.any(Number),
  });
});

// @spec D180
test('several keys, one a line, create several channels, and a service account stays whole', async () => {
  await app.as('admin').get(createChannel, { ...draft, key: 'sk-one\n\n  sk-two  \nsk-three\n' });
  const rows = await rowsOf();
  expect(await Promise.all(rows.map(({ id }) => keyOf(id)))).toEqual(['sk-one', 'sk-two', 'sk-three']);
  const account = '{\n  "project_id": "p"\n}';
  await app.as('admin').get(createChannel, { ...draft, type: 41, other: 'us-central1', key: account });
  expect(await keyOf((await rowsOf())[3]?.id as number)).toBe(account);
});

test('a channel has one ability for each model in each group, which is disabled and deleted with the channel', async () => {
  const id = await makeChannel(app.ctx, { models: 'b, a,a,', group: 'vip,default', priority: 5 });
  const expected = ['default a', 'default b', 'vip a', 'vip b'];
  expect((await abilities()).map(({ group, model }) => `${group} ${model}`)).toEqual(expected);
  const admin = app.as('admin');
  await admin.get(updateChannel, { id, status: 2 });
  expect((await abilities()).every(({ enabled }) => enabled === 0)).toBe(true);
  await admin.get(updateChannel, { id, status: 1, models: 'c', group: 'default', priority: 9 });
  expect(await abilities()).toEqual([{ group: 'default', model: 'c', enabled: 1, priority: 9 }]);
  await admin.get(deleteChannel, { id });
  expect(await abilities()).toEqual([]);
});

// @spec H106 H107 H108 H109 E023
test('a partial edit keeps fields that it does not name', async () => {
  const id = await makeChannel(app.ctx, { ...draft, priority: 1, weight: 2, tag: 'blue', other: 'x' });
  const admin = app.as('admin');
  const before = await admin.get(getChannel, { id });
  expect(await admin.get(updateChannel, { id, status: 2 })).toEqual({ ...before, status: 2 });
  expect(await admin.get(updateChannel, { id, priority: 0 })).toMatchObject({
    priority: 0,
    weight: 2,
    status: 2,
  });
  expect(await admin.get(updateChannel, { id, weight: 0 })).toMatchObject({
    priority: 0,
    weight: 0,
    tag: 'blue',
  });
  const blank = await admin.get(updateChannel, { id, tag: '', key: '' });
  expect(blank).toMatchObject({ tag: '', other: 'x', name: 'east' });
  expect(await keyOf(id)).toBe(draft.key);
});

test('a stored key is not sent elsewhere: a new address or type requires the key again', async () => {
  const id = await makeChannel(app.ctx, { ...draft, base_url: 'https://one.example' });
  const admin = app.as('admin');
  for (const change of [
    { base_url: 'https://evil.example' },
    { base_url: '' },
    { type: 14 },
    { base_url: 'https://one.example:8443' },
    { base_url: 'https://one.example/v2' },
    { base_url: 'http://one.example' },
  ]) {
    const { body } = await admin.call(updateChannel, { id, ...change });
    expect(body).toMatchObject({ success: false, code: 'channel_key_again' });
  }
  expect((await admin.call(updateChannel, { id, base_url: ' https://ONE.example/ ' })).body.success).toBe(
    true,
  );
  await admin.get(updateChannel, { id, base_url: 'https://two.example', key: 'sk-second-key' });
  expect(await keyOf(id)).toBe('sk-second-key');
});

test.each([
  'http://127.0.0.1:11434',
  'http://localhost:11434',
  'http://[::1]:8000',
  'http://10.1.2.3',
  'http://runner:9',
  'http://0x7f.1:80',
  'http://box.local',
])('only root may point a channel at %s, and the host is stored', async (base_url) => {
  const refused = await app.as('admin').call(createChannel, { ...draft, base_url });
  expect(refused.body).toMatchObject({
    success: false,
    code: 'channel_host_refused',
    details: { host: expect.any(String) },
  });
  expect(await rowsOf()).toEqual([]);

  expect((await app.as('root').call(createChannel, { ...draft, base_url })).body.success).toBe(true);
  const options = await app.as('root').get(listOptions, {});
  const hosts = options.find(({ key }) => key === 'ChannelPrivateHosts')?.value;
  expect(hosts).toBe(refused.body.details.host);
  expect(app.ctx.options.current.ChannelPrivateHosts).toEqual([refused.body.details.host]);
  expect((await app.as('admin').call(createChannel, { ...draft, base_url })).body.success).toBe(true);
});

test.each(['ftp://x.example', 'javascript:alert(1)', 'nonsense', 'https://user:pass@x.example'])(
  '%s is refused as the address of a channel',
  async (base_url) => {
    const { body } = await app.as('root').call(createChannel, { ...draft, base_url });
    expect(body).toMatchObject({ success: false, code: 'invalid_input', details: { field: 'base_url' } });
  },
);

test.each([
  ['no key', { key: ' \n ' }, 'channel_key_required', {}],
  ['only commas as models', { models: ' , ' }, 'invalid_input', { field: 'models' }],
  ['a model name of 256 letters', { models: 'm'.repeat(256) }, 'invalid_input', { field: 'models' }],
  ['mapping that is no JSON', { model_mapping: '{' }, 'invalid_input', { field: 'model_mapping' }],
  [
    'mapping with a prototype',
    { model_mapping: '{"__proto__":"x"}' },
    'invalid_input',
    { field: 'model_mapping' },
  ],
  ['a type of text', { type: '1' }, 'invalid_input', { field: 'type' }],
  ['a Vertex channel without a region', { type: 41, key: '{}' }, 'invalid_input', { field: 'other' }],
  [
    'regions without a default',
    { type: 41, key: '{}', other: '{"m":"us"}' },
    'invalid_input',
    { field: 'other' },
  ],
  ['a group name of 65 letters', { group: 'g'.repeat(65) }, 'invalid_input', { field: 'group' }],
  ['a null character', { name: 'a\0b' }, 'invalid_input', { field: 'name', reason: 'null_character' }],
  ['a negative weight', { weight: -1 }, 'invalid_input', { field: 'weight' }],
])('%s is refused and nothing is stored', async (_, change, code, details) => {
  const { body } = await app.as('root').callLoosely(createChannel, { ...draft, ...change });
  expect(body).toMatchObject({ success: false, code, details });
  expect(await rowsOf()).toEqual([]);
});

// @spec H114
test('the list is ordered by priority or newest first, and its pages count from 0', async () => {
  for (const [name, priority] of [
    ['low', 1],
    ['high', 9],
    ['mid', 5],
  ] as const)
    await makeChannel(app.ctx, { name, priority });
  const admin = app.as('admin');
  expect(names(await admin.get(listChannels, {}))).toEqual(['high', 'mid', 'low']);
  expect(names(await admin.get(listChannels, { id_sort: true }))).toEqual(['mid', 'high', 'low']);
  expect(names(await admin.get(listChannels, { p: 1, page_size: 2 }))).toEqual(['low']);
  expect(await admin.get(pageChannels, { p: 1, page_size: 2 })).toMatchObject({
    total: 3,
    page: 1,
    page_size: 2,
  });
});

// @spec D221
test('in tag mode a page consists of whole tags and contains no key', async () => {
  for (const [name, tag] of [
    ['a1', 'a'],
    ['b1', 'b'],
    ['a2', 'a'],
    ['none', ''],
  ] as const) {
    await makeChannel(app.ctx, { name, tag, key: `sk-canary-${name}` });
  }
  const { body, text } = await app.as('admin').call(listChannels, { tag_mode: true, page_size: 1 });
  expect(names(body.data).sort()).toEqual(['a1', 'a2']);
  expect(text).not.toContain('canary');
  const page = await app.as('admin').get(pageChannels, { tag_mode: true, page_size: 1, p: 2 });
  expect([names(page.items), page.total]).toEqual([['b1'], 2]);
});

// @spec H116
test('search finds by name, id, model and exact group', async () => {
  const id = await makeChannel(app.ctx, { name: 'East 50%', models: 'gpt-4o', group: 'vip' });
  await makeChannel(app.ctx, { name: 'West', models: 'claude-3-opus', group: 'vip2,default' });
  const admin = app.as('admin');
  const found = async (query: object) => names(await admin.get(searchChannels, query));
  expect(await found({ keyword: 'east' })).toEqual(['East 50%']);
  expect(await found({ keyword: '50%' })).toEqual(['East 50%']);
  expect(await found({ keyword: '5_%' })).toEqual([]);
  expect(await found({ keyword: String(id) })).toEqual(['East 50%']);
  expect(await found({ model: 'claude' })).toEqual(['West']);
  expect(await found({ group: 'vip' })).toEqual(['East 50%']);
  expect(await found({ group: 'null' })).toHaveLength(2);
  expect((await admin.get(pageChannels, { status: 2 })).total).toBe(0);
});

// @spec H112
test('a channel is deleted by an address with a trailing slash, and then not found', async () => {
  const id = await makeChannel(app.ctx);
  expect((await app.as('admin').send('DELETE', `/api/channel/${id}/`)).body.success).toBe(true);
  expect((await app.as('admin').call(getChannel, { id })).body.code).toBe('channel_not_found');
});

test('a private host that root confirmed and removed again is refused', async () => {
  const base_url = 'http://127.0.0.1:11434';
  await app.as('root').get(createChannel, { ...draft, base_url });
  await app.as('root').get(saveOption, { key: 'ChannelPrivateHosts', value: '' });
  expect((await app.as('admin').call(createChannel, { ...draft, base_url })).body.code).toBe(
    'channel_host_refused',
  );
});
