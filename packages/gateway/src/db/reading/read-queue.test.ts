import { expect, test } from 'vitest';
import { ReadQueue } from './read-queue.ts';

const limits = { running: 2, runningEach: 1, waiting: 3, waitingEach: 2, waitMs: 60_000 };

/** A read that runs until it is ended, and the order in which reads began. */
function createReads(queue: ReadQueue) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    end: (name: string) => ends.get(name)?.(),
    begin: (requester: string, name: string, signal?: AbortSignal) => {
      const read = queue.run({ name: requester, signal }, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
      read.catch(() => {}); // One that still waits when its test ends is refused during the tests after it.
      return read;
    },
  };
}
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test('a requester with several reads leaves a slot for others', async () => {
  const reads = createReads(new ReadQueue(limits));
  for (const name of ['ana 1', 'ana 2', 'ana 3']) void reads.begin('ana', name);
  void reads.begin('bob', 'bob 1');
  await nextTick();
  expect(reads.started).toEqual(['ana 1', 'bob 1']);
});

test('requesters take turns when a slot is free', async () => {
  const reads = createReads(new ReadQueue({ ...limits, running: 1 }));
  for (const name of ['ana 1', 'ana 2', 'ana 3']) void reads.begin('ana', name);
  void reads.begin('bob', 'bob 1');
  for (const name of ['ana 1', 'ana 2', 'bob 1']) {
    await nextTick();
    reads.end(name);
  }
  await nextTick();
  expect(reads.started).toEqual(['ana 1', 'ana 2', 'bob 1', 'ana 3']);
});

test('a read is refused when its requester has too many waiting', async () => {
  const reads = createReads(new ReadQueue(limits));
  for (const name of ['1', '2', '3']) void reads.begin('ana', name);
  await expect(reads.begin('ana', '4')).rejects.toMatchObject({ code: 'reads_busy', status: 503 });
});

test('a read is refused when the queue is full', async () => {
  const reads = createReads(new ReadQueue(limits));
  for (const name of ['ana', 'bob', 'cy', 'dee', 'eve']) void reads.begin(name, name);
  await expect(reads.begin('fay', 'fay')).rejects.toMatchObject({ code: 'reads_busy' });
});

test('a read is refused after it waited too long', async () => {
  const reads = createReads(new ReadQueue({ ...limits, waitMs: 1 }));
  void reads.begin('ana', '1');
  await expect(reads.begin('ana', '2')).rejects.toMatchObject({ code: 'reads_busy' });
});

test('a waiting read leaves the queue when its requester leaves', async () => {
  const reads = createReads(new ReadQueue({ ...limits, waitingEach: 1 }));
  const leaving = new AbortController();
  void reads.begin('ana', '1');
  const left = reads.begin('ana', '2', leaving.signal);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'reads_busy' });
  void reads.begin('ana', '3');
  await nextTick();
  reads.end('1');
  await nextTick();
  expect(reads.started).toEqual(['1', '3']);
});
