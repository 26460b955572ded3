import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAccountQueues } from './account-queues.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens queues with tries that end at once. `started` holds the networks in the order of their tries. */
function openQueues(options: Parameters<typeof createAccountQueues>[0] = {}) {
  const queues = createAccountQueues(options);
  const started: string[] = [];
  const refused: string[] = [];
  return {
    queues,
    started,
    refused,
    add(network: string, { account = 'ana', signal }: { account?: string; signal?: AbortSignal } = {}) {
      const task = async () => void started.push(network);
      queues.run(task, { account, network, signal }).catch(() => refused.push(network));
    },
  };
}

const networks = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`);

test('a queue starts one try every two seconds', async () => {
  const { add, started } = openQueues();
  for (const network of networks(11)) add(network);
  await vi.advanceTimersByTimeAsync(9999);
  expect(started).toEqual(networks(5));
});

test('the last of ten waiting networks gets its turn within twenty seconds', async () => {
  const { add, started } = openQueues();
  for (const network of networks(11)) add(network);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(started).toEqual(networks(11));
});

test('a try waits when the only one before it ended less than two seconds ago', async () => {
  const { add, started } = openQueues();
  add('first');
  await vi.advanceTimersByTimeAsync(1000);
  add('second');
  expect(started).toEqual(['first']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(started).toEqual(['first', 'second']);
});

test('each account has a separate queue', async () => {
  const { add, started } = openQueues();
  add('first');
  add('second', { account: 'ben' });
  expect(started).toEqual(['first', 'second']);
});

test('a full queue refuses a randomly chosen network', async () => {
  const { add, refused, started } = openQueues({ random: (count) => count - 3 });
  for (const network of networks(11)) add(network);
  add('owner');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(refused).toEqual(['n8']);
  expect(started).toContain('owner');
});

test('a queue is removed two seconds after its last try', async () => {
  const { add, queues } = openQueues();
  for (const network of networks(3)) add(network);
  await vi.advanceTimersByTimeAsync(5999);
  expect(queues.size).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(queues.size).toBe(0);
});

test('a queue is removed when the callers that waited leave', async () => {
  const { add, queues, refused } = openQueues();
  const caller = new AbortController();
  for (const network of networks(3)) add(network, { signal: caller.signal });
  await vi.advanceTimersByTimeAsync(1);
  caller.abort();
  await vi.advanceTimersByTimeAsync(2000);
  expect([queues.size, refused]).toEqual([0, ['n1', 'n2']]);
});

test('a caller who left before does not join a queue', async () => {
  const { add, queues, refused } = openQueues();
  add('left', { signal: AbortSignal.abort() });
  await vi.advanceTimersByTimeAsync(0);
  expect([queues.size, refused]).toEqual([0, ['left']]);
});
