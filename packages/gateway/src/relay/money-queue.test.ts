import { expect, test } from 'vitest';
import { MoneyQueue } from './money-queue.ts';

const SMALL = 1000;

test('a waiting call tries again when a call of its user ends', async () => {
  const queue = new MoneyQueue();
  const waiting = queue.wait(1);
  queue.release(1);
  await expect(waiting).resolves.toBeUndefined();
});

test('a waiting call tries again without a call here, as other gateways release money too', async () => {
  await expect(new MoneyQueue().wait(1)).resolves.toBeUndefined();
});

test('a user has no more room when 64 calls wait', async () => {
  const queue = new MoneyQueue();
  const waiting = Array.from({ length: 64 }, () => queue.wait(1));
  expect([queue.hasRoom(1, SMALL), queue.hasRoom(2, SMALL)]).toEqual([false, true]);
  queue.release(1);
  await Promise.all(waiting);
  expect(queue.hasRoom(1, SMALL)).toBe(true);
});

test('a large request has no room', () => {
  expect(new MoneyQueue().hasRoom(1, 300 * 1024)).toBe(false);
});

test('nobody waits when the gateway closes', async () => {
  const queue = new MoneyQueue();
  const waiting = queue.wait(1);
  queue.close();
  await waiting;
  expect(queue.hasRoom(1, SMALL)).toBe(false);
});
