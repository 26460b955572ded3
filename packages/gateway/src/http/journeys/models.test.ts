import {
  listChannelModels,
  listChannelTypes,
  listEnabledModels,
  listGroups,
  listModelsByType,
  listOwnGroups,
  listOwnModels,
  saveOption,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usableGroups } from '../../modules/models/groups.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel } from '../../testing/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  await makeChannel(app.ctx, { models: 'm-default', group: 'default' });
  await makeChannel(app.ctx, { models: 'm-vip,m-default', group: 'vip' });
  await makeChannel(app.ctx, { models: 'm-secret', group: 'svip' });
});
afterAll(() => app.close());

// @spec H098
test('enabled models are those of all groups, each once', async () => {
  expect(await app.as('admin').get(listEnabledModels, {})).toEqual(['m-default', 'm-secret', 'm-vip']);
});

// @spec H031
test('a user sees the models of the groups that are open to that user', async () => {
  expect(await app.as('user').get(listOwnModels, {})).toEqual(['m-default', 'm-vip']);
});

// @spec H028 H034
test("groups are those with a ratio, and the user's own ones have ratio and description", async () => {
  await app.as('root').get(saveOption, { key: 'GroupRatio', value: '{"default":1,"vip":0.5,"svip":2}' });
  expect((await app.as('admin').get(listGroups, {})).sort()).toEqual(['default', 'svip', 'vip']);
  expect(await app.as('user').get(listOwnGroups, {})).toEqual({
    default: { ratio: 1, desc: 'Default group' },
    vip: { ratio: 0.5, desc: 'VIP group' },
  });
  await app.ctx.db
    .updateTable('users')
    .set({ group: 'svip' })
    .where('id', '=', app.people.other.id)
    .execute();
  expect(Object.keys(await app.as('other').get(listOwnGroups, {})).sort()).toEqual([
    'default',
    'svip',
    'vip',
  ]);
});

test('the shipped descriptions of groups are in the language of the caller', () => {
  const groups = usableGroups({ ...app.ctx, language: 'zh' }, 'default');
  expect(groups).toMatchObject({ default: { desc: '默认分组' }, vip: { desc: 'VIP 分组' } });
});

// @spec H091 H100
test('every channel type has its list of models, and every model its id', async () => {
  const byType = await app.as('user').get(listModelsByType, {});
  expect(byType['1']).toContain('gpt-4o');
  expect(byType['14']).toContain('claude-3-7-sonnet-20250219');
  expect(byType['20']).toEqual([]);
  expect(byType['37']).toBeNull();
  const models = await app.as('admin').get(listChannelModels, {});
  expect(new Set(models.map(({ id }) => id)).size).toBe(models.length);
  expect(models).toContainEqual({
    id: 'gpt-4o',
    object: 'model',
    created: 1626777600,
    owned_by: 'OpenAI',
    permission: [expect.objectContaining({ object: 'model_permission', allow_sampling: true })],
    root: 'gpt-4o',
    parent: null,
  });
});

test('channel types have a name and say whether the gateway serves them', async () => {
  const types = await app.as('admin').get(listChannelTypes, {});
  expect(types[0]).toEqual({
    code: 1,
    label: 'OpenAI',
    color: 'green',
    default_base_url: 'https://api.openai.com',
    available: true,
  });
  expect(new Set(types.map(({ code }) => code)).size).toBe(types.length);
});

test('every channel type that the gateway serves can be chosen, drawings and songs included', async () => {
  const types = await app.as('admin').get(listChannelTypes, {});
  const notOffered = types.filter(({ available }) => !available).map(({ label }) => label);
  expect(notOffered).toEqual(['AI Proxy knowledge base']);
});
