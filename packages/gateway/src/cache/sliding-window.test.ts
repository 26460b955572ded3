import { expect, test } from 'vitest';
import { createLocalLimits } from './limits.ts';

test('slots are free again one by one as the window moves, and at once when a call is returned', async () => {
  let now = 0;
  const windows = createLocalLimits(() => now).windows({ name: 'calls' });
  const enter = async () => windows.tryAcquire('u', 2, 1000);
  const first = await enter();
  now = 400;
  expect((await enter()).waitMs).toBe(0);
  expect((await enter()).waitMs).toBe(600);
  now = 1000;
  expect((await enter()).waitMs).toBe(0);
  expect((await enter()).waitMs).toBe(400);
  first.giveBack(); // it has already expired
  expect((await enter()).waitMs).toBe(400);
  now = 1400;
  const last = await enter();
  expect(last.waitMs).toBe(0);
  last.giveBack();
  expect((await enter()).waitMs).toBe(0);
});
