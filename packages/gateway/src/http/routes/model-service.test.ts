import { getModelService, LogType, listPricing, quotePricing, saveOption } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel, makeLogs } from '../../testing/factories.ts';

const now = 1_800_000_000;
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ now: () => now * 1000 });
  // Channels serve several models, of which one fails.
  await makeChannel(app.ctx, { models: 'good,bad,fresh', name: 'secret-name' });
  await makeChannel(app.ctx, { models: 'inner-only', group: 'inner' });
  await makeChannel(app.ctx, { models: 'mixed' });
  await called('good', { served: 88, failed: [502, 503], refused: 10 });
  await called('bad', { served: 1, failed: [502, 429, 401] });
  await called('mixed', { served: 3, failed: [500], brokenOff: 1 });
  await called('inner-only', { served: 2 });
});
afterAll(() => app.close());

interface Calls {
  served?: number;
  brokenOff?: number;
  /** Refused to the caller. */
  refused?: number;
  /** Statuses of calls that a channel tried. */
  failed?: readonly number[];
}

async function called(model_name: string, { served = 0, brokenOff = 0, refused = 0, failed = [] }: Calls) {
  const stream = { is_stream: 1, first_token_ms: 300, duration_ms: 1300, completion_tokens: 50 };
  const error = { type: LogType.error, quota: 0 };
  const rows = [
    ...Array(served).fill({ status: 200, ...stream }),
    ...Array(brokenOff).fill({ status: 502, ...stream }),
    ...Array(refused).fill({ ...error, status: 429 }),
    ...failed.map((status) => ({ ...error, status, channel_id: 1 })),
  ];
  await makeLogs(
    app.ctx,
    rows.map((row) => ({ ...row, model_name, created_at: now - 7200 })),
  );
}

test.each([
  ['good', 'up', 0.978],
  ['bad', 'down', 0.25],
  ['mixed', 'degraded', 0.6],
  ['fresh', 'unknown', null],
  ['not-offered', 'unknown', null],
  // Only a channel of another group has it.
  ['inner-only', 'unknown', null],
] as const)('a visitor reads how %s was served: %s', async (model, status, success_rate) => {
  const answer = await app.as('visitor').call(getModelService, { model });
  expect(answer.body.data).toMatchObject({ status, success_rate });
  expect(answer.text).not.toMatch(/secret-name|channel/);
});

test('the times of a model are those of its own streams', async () => {
  const { body } = await app.as('visitor').call(getModelService, { model: 'good' });
  expect(body.data).toMatchObject({ first_token_ms: 300, tokens_per_second: 50 });
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
