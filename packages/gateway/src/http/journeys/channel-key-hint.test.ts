import { hash } from 'node:crypto';
import { getChannel } from '@tollgate/contract';
import { expect, onTestFinished, test } from 'vitest';
import { buildTestApp } from '../../testing/app.ts';
import { makeChannel } from '../../testing/factories.ts';

test('the hint of a key is not a hash that others can compute', async () => {
  const app = await buildTestApp();
  onTestFinished(() => app.close());
  const key = 'password1234';
  const id = await makeChannel(app.ctx, { key });
  const { key_hint } = await app.as('admin').get(getChannel, { id });
  expect(key_hint).toMatch(/^[0-9a-f]{8} 1234$/);
  expect(key_hint).not.toContain(hash('sha256', key).slice(0, 8));
});
