import { createToken, getFirstSteps } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel } from '../../testing/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test('a user sees the own steps, an administrator those of the site too', async () => {
  expect(await app.as('user').get(getFirstSteps, {})).toEqual({ token: false, request: false });
  const nothing = { channel: false, tested: false, token: false, request: false };
  expect(await app.as('admin').get(getFirstSteps, {})).toEqual(nothing);
});

test('a step is done when there is a channel, a test of it that succeeded and an own token', async () => {
  const id = await makeChannel(app.ctx, {});
  expect(await app.as('admin').get(getFirstSteps, {})).toMatchObject({ channel: true, tested: false });
  const set = (result: { test_time: number; response_time: number }) =>
    app.ctx.db.updateTable('channels').set(result).where('id', '=', id).execute();
  await set({ test_time: 1, response_time: 0 }); // a test that failed
  expect(await app.as('admin').get(getFirstSteps, {})).toMatchObject({ tested: false });
  await set({ test_time: 2, response_time: 250 });
  await app.as('user').get(createToken, { name: 'first' });
  expect(await app.as('admin').get(getFirstSteps, {})).toMatchObject({ tested: true, token: false });
  expect(await app.as('user').get(getFirstSteps, {})).toEqual({ token: true, request: false });
});
