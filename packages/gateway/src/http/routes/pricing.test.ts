import { listPricing, saveOption, setPrices } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel } from '../../testing/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  await makeChannel(app.ctx, { models: 'gpt-4o,drawn,unpriced', group: 'default,vip' });
  await makeChannel(app.ctx, { models: 'gpt-4o,drawn', group: 'inner' });
  const off = await makeChannel(app.ctx, { models: 'never-offered' });
  await app.as('admin').send('PUT', '/api/channel/', { body: { id: off, status: 2 } });
  const set = (key: string, value: object) =>
    app.as('root').get(saveOption, { key, value: JSON.stringify(value) });
  await set('ModelPrice', { drawn: 0.04 });
  await set('GroupRatio', { default: 1, vip: 0.5, inner: 2 });
  await set('UserUsableGroups', { vip: 'VIP group' });
  await app.ctx.db.updateTable('users').set({ group: 'inner' }).where('username', '=', 'other').execute();
});
afterAll(() => app.close());

/** The console API has no `data` around the three fields. */
async function read(actor: Actor) {
  const { body } = await app.as(actor).call(listPricing, {});
  return body as unknown as {
    success: boolean;
    data: { model_name: string; available: boolean }[];
    group_ratio: Record<string, number>;
    usable_group: Record<string, string>;
  };
}

// @spec H094 D170 D171 D173 D174 D175
test('the price list has one entry for each offered model, priced by token or by call', async () => {
  const { success, data } = await read('user');

  expect(success).toBe(true);
  expect(data).toEqual([
    {
      vendor: '',
      kind: 'chat',
      capabilities: [],
      model_name: 'drawn',
      quota_type: 1,
      model_ratio: 0,
      model_price: 0.04,
      owner_by: '',
      completion_ratio: 0,
      enable_groups: ['default', 'inner', 'vip'],
      available: true,
    },
    {
      vendor: 'OpenAI',
      kind: 'chat',
      capabilities: ['vision', 'tools'],
      description: 'For most tasks: conversation, writing and tools.',
      context: 131_072,
      max_output: 16_384,
      deprecated: '2027-01-14',
      cache_ratio: 0.5,
      tiers: { priority: 1.7 },
      tools: { web_search: 0.025, file_search: 0.0025, code_interpreter: 0.03 },
      varies: true,
      model_name: 'gpt-4o',
      quota_type: 0,
      model_ratio: 1.25,
      model_price: 0,
      owner_by: '',
      completion_ratio: 4,
      enable_groups: ['default', 'inner', 'vip'],
      available: true,
    },
  ]);
  expect((await read('other')).data.map(({ model_name, available }) => [model_name, available])).toEqual([
    ['drawn', true],
    ['gpt-4o', true],
  ]);
});

test('what else a call may cost is listed: cache writes, long prompts, audio and images', async () => {
  const id = await makeChannel(app.ctx, {
    models: 'claude-sonnet-4-5-20250929,gemini-2.5-pro,gpt-4o-audio-preview,written',
    group: 'inner',
  });
  const price = { input: 2, output: 4, cache_write: 3 };
  await app.as('admin').get(setPrices, { prices: [{ model: 'written', price }] });
  const { data } = await read('admin');
  const found = (name: string) => data.find(({ model_name }) => model_name === name);
  expect(found('claude-sonnet-4-5-20250929')).toMatchObject({
    cache_write_ratio: 1.25,
    cache_write_hour_ratio: 2,
    tools: { web_search: 0.01 },
  });
  expect(found('gemini-2.5-pro')).toMatchObject({ steps: [{ above: 200_000, input: 2, output: 1.5 }] });
  expect(found('gemini-2.5-pro')).not.toHaveProperty('cache_write_ratio');
  expect(found('gpt-4o-audio-preview')).toMatchObject({ audio_ratio: 40, audio_output_ratio: 80 });
  expect(found('written')).toMatchObject({ cache_write_ratio: 1.5 });
  await app.as('admin').send('DELETE', `/api/channel/${id}`);
});

test('a model without a price is listed as refused to admins, and hidden from others', async () => {
  const unpriced = async (actor: Actor) =>
    (await read(actor)).data.filter(({ model_name }) => model_name === 'unpriced');
  expect(await unpriced('admin')).toMatchObject([{ unpriced: true, available: false, model_ratio: 0 }]);
  expect(await unpriced('user')).toEqual([]);
  expect(await unpriced('visitor')).toEqual([]);
  await app.as('root').get(saveOption, { key: 'SelfUseModeEnabled', value: 'true' });
  expect(await unpriced('user')).toMatchObject([{ model_ratio: 37.5 }]);
  await app.as('root').get(saveOption, { key: 'SelfUseModeEnabled', value: 'false' });
});

// @spec D176 D177 G052
test("the price list has the public groups and the user's own one, and default for visitors", async () => {
  const own = await read('other');
  expect(own.usable_group).toEqual({ vip: 'VIP group', inner: 'Own group' });
  expect(own.group_ratio).toEqual({ vip: 0.5, inner: 2 });

  const visitor = await read('visitor');
  expect(visitor.usable_group).toEqual({ vip: 'VIP group', '': 'Own group', default: 'Own group' });
  expect(visitor.group_ratio).toEqual({ vip: 0.5, default: 1 });
  expect(visitor.data).toEqual((await read('user')).data);
});
