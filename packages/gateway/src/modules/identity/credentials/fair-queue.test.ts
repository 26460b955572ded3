import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFairQueue, type Requester } from './fair-queue.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const stranger = (network: string): Requester => ({ network, isKnown: false });
const knownRequester = (network: string): Requester => ({ network, isKnown: true });

/** Opens a queue whose tasks end when the test says so. */
function openQueue(bounds: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const run = createFairQueue({
    running: 1,
    waiting: 10,
    perSecond: 1_000_000,
    burst: 0,
    refuse: () => new Error('busy'),
    ...bounds,
  });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  return {
    started,
    add(name: string, requester: Requester, signal?: AbortSignal) {
      const task = () => {
        started.push(name);
        return new Promise<string>((resolve) => ends.push(() => resolve(name)));
      };
      const outcome = run(task, requester, signal);
      outcome.catch(() => {});
      return outcome;
    },
    async endOne() {
      ends.shift()?.();
      await vi.advanceTimersByTimeAsync(1);
    },
  };
}

test('a queue starts no more tasks at a time than its limit', async () => {
  const queue = openQueue({ running: 2 });
  for (const name of ['a', 'b', 'c']) queue.add(name, knownRequester('n'));
  expect(queue.started).toEqual(['a', 'b']);
  await queue.endOne();
  expect(queue.started).toEqual(['a', 'b', 'c']);
});

test('a task that fails gives its place to the next', async () => {
  const run = createFairQueue({
    running: 1,
    waiting: 5,
    perSecond: 1e6,
    burst: 0,
    refuse: () => new Error('busy'),
  });
  const failing = run(() => Promise.reject(new Error('no')), knownRequester('n'));
  const next = run(() => Promise.resolve('yes'), knownRequester('n'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('a network with many tasks takes turns with a network that has one', async () => {
  const queue = openQueue();
  for (const name of ['f1', 'f2', 'f3', 'f4']) queue.add(name, stranger('flood'));
  queue.add('other', stranger('other'));
  for (let ended = 0; ended < 4; ended += 1) await queue.endOne();
  expect(queue.started).toEqual(['f1', 'f2', 'other', 'f3', 'f4']);
});

test('a known requester goes before strangers who have waited longer', async () => {
  const queue = openQueue();
  for (const name of ['s1', 's2', 's3']) queue.add(name, stranger(name));
  queue.add('owner', knownRequester('home'));
  for (let ended = 0; ended < 3; ended += 1) await queue.endOne();
  expect(queue.started).toEqual(['s1', 'owner', 's2', 's3']);
});

test('a full queue refuses the network that floods it and keeps a place for another', async () => {
  const queue = openQueue({ waiting: 3 });
  queue.add('running', stranger('flood'));
  const waiting = ['f1', 'f2', 'f3'].map((name) => queue.add(name, stranger('flood')));
  const other = queue.add('other', stranger('other'));
  await expect(waiting[2]).rejects.toThrow('busy');
  await expect(queue.add('f4', stranger('flood'))).rejects.toThrow('busy');
  for (let ended = 0; ended < 3; ended += 1) await queue.endOne();
  expect(queue.started).toContain('other');
  await queue.endOne();
  expect(await other).toBe('other');
});

test('strangers never fill the places of known requesters', async () => {
  const queue = openQueue({ waiting: 2 });
  for (const name of ['s1', 's2', 's3', 's4']) queue.add(name, stranger(name));
  const owner = queue.add('owner', knownRequester('home'));
  await queue.endOne();
  await queue.endOne();
  expect(await owner).toBe('owner');
});

test('tasks of strangers are limited per second, and tasks of known requesters are not', async () => {
  const queue = openQueue({ running: 100, waiting: 100, perSecond: 20 });
  for (let count = 0; count < 50; count += 1) queue.add('stranger', stranger(`n${count}`));
  for (let count = 0; count < 50; count += 1) queue.add('owner', knownRequester('home'));
  const startedBy = (name: string) => queue.started.filter((each) => each === name).length;
  await vi.advanceTimersByTimeAsync(990);
  expect([startedBy('stranger'), startedBy('owner')]).toEqual([20, 50]);
});

test('strangers do not wait for the pace after a quiet time', async () => {
  const queue = openQueue({ running: 100, waiting: 100, perSecond: 2, burst: 10 });
  for (let count = 0; count < 50; count += 1) queue.add('stranger', stranger(`n${count}`));
  await vi.advanceTimersByTimeAsync(0);
  expect(queue.started).toHaveLength(11);
  await vi.advanceTimersByTimeAsync(1990);
  expect(queue.started).toHaveLength(14);
});

test('a task leaves the queue when its signal aborts', async () => {
  const queue = openQueue();
  const caller = new AbortController();
  queue.add('running', stranger('a'));
  const left = queue.add('left', stranger('b'), caller.signal);
  queue.add('next', stranger('b'));
  caller.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await queue.endOne();
  expect(queue.started).toEqual(['running', 'next']);
});

test('a task that runs is not affected when its signal aborts', async () => {
  const queue = openQueue();
  const caller = new AbortController();
  const task = queue.add('running', stranger('a'), caller.signal);
  caller.abort();
  await queue.endOne();
  expect(await task).toBe('running');
});
