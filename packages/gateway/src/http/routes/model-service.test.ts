import { getModelService, listPricing, quotePricing, saveOption } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel } from '../../testing/factories.ts';

const now = 1_800_000_000;
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ now: () => now * 1000 });
  await served({ models: 'good', name: 'secret-name' }, { calls: 100, server: 2, request: 10 });
  await served({ models: 'shared,inner-only', group: 'inner' }, { calls: 50, server: 50 });
  await served({ models: 'shared,mixed' }, { calls: 50, server: 20 });
  await makeChannel(app.ctx, { models: 'fresh' });
});
afterAll(() => app.close());

async function served(
  channel: Parameters<typeof makeChannel>[1],
  counts: Record<string, number>,
): Promise<void> {
  const channel_id = await makeChannel(app.ctx, channel);
  const at = now - 7200;
  const rows = [60, 3600].map((span) => ({ span, channel_id, created_at: at - (at % span), ...counts }));
  await app.ctx.logDb
    .insertInto('channel_health')
    .values(rows as never)
    .execute();
}

test.each([
  ['good', 'up', 0.978],
  ['mixed', 'degraded', 0.6],
  ['fresh', 'unknown', null],
  ['not-offered', 'unknown', null],
  // Only a channel of another group has it.
  ['inner-only', 'unknown', null],
  ['shared', 'degraded', 0.6],
] as const)('a visitor reads how %s was served: %s', async (model, status, success_rate) => {
  const answer = await app.as('visitor').call(getModelService, { model });
  expect(answer.body.data).toMatchObject({ status, success_rate });
  expect(answer.text).not.toMatch(/secret-name|channel/);
});

test('a site can hide models and prices from visitors', async () => {
  const set = (value: string) => app.as('root').get(saveOption, { key: 'CataloguePublicEnabled', value });
  const codes = async (who: 'visitor' | 'user') => {
    const client = app.as(who);
    const answers = [
      await client.call(listPricing, {}),
      await client.call(quotePricing, {}),
      await client.call(getModelService, { model: 'good' }),
    ];
    return answers.map(({ body }) => body.code);
  };
  await set('false');
  expect(await codes('visitor')).toEqual(Array(3).fill('not_signed_in'));
  expect(await codes('user')).toEqual([undefined, undefined, undefined]);
  await set('true');
  expect(await codes('visitor')).toEqual([undefined, undefined, undefined]);
});
