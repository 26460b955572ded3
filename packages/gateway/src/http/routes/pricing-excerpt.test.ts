import { quotePricing, saveOption } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel } from '../../testing/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  await makeChannel(app.ctx, { models: 'gpt-4o,gpt-4o-mini,o3,claude-3-5-haiku-20241022,drawn,unpriced' });
  await makeChannel(app.ctx, { models: 'deepseek-chat', group: 'inner' });
  const prices = JSON.stringify({ drawn: 0.04 });
  await app.as('root').get(saveOption, { key: 'ModelPrice', value: prices });
});
afterAll(() => app.close());

test('a visitor sees models of different families first, with dollars, and how many there are', async () => {
  const { models, total } = await app.as('visitor').get(quotePricing, {});
  expect(total).toBe(5);
  expect(models.map(({ name }) => name)).toEqual([
    'gpt-4o-mini',
    'claude-3-5-haiku-20241022',
    'drawn',
    'o3',
    'gpt-4o',
  ]);
  expect(models[4]).toEqual({ name: 'gpt-4o', input: 2.5, output: 10 });
  expect(models[2]).toEqual({ name: 'drawn', call: 0.04 });
});

test('prices are those of the group of the caller', async () => {
  const ratios = JSON.stringify({ default: 2, inner: 1 });
  await app.as('root').get(saveOption, { key: 'GroupRatio', value: ratios });
  const { models } = await app.as('visitor').get(quotePricing, {});
  expect(models[4]).toEqual({ name: 'gpt-4o', input: 5, output: 20 });
});
