import { countChannels } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel } from '../../testing/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test('channels are counted by status', async () => {
  for (const status of [1, 1, 1, 2, 3, 3]) {
    const id = await makeChannel(app.ctx);
    await app.ctx.db.updateTable('channels').set({ status }).where('id', '=', id).execute();
  }
  expect(await app.as('admin').get(countChannels, {})).toEqual({ enabled: 3, disabled: 1, tripped: 2 });
});
