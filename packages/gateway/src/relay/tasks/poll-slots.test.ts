import { expect, test } from 'vitest';
import { PollSlots } from './poll-slots.ts';

/** Requests of a poller by channel; the test ends them. */
function startRequests() {
  const places = new PollSlots();
  const ends = new Map<number, (isAnswered: boolean) => void>();
  const run = (channelId: number) =>
    places.run(channelId, () => new Promise<boolean>((resolve) => ends.set(channelId, resolve)));
  return { places, ends, run };
}

const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

/** Polls channels once without a response. */
async function silenced({ ends, run }: ReturnType<typeof startRequests>, channels: readonly number[]) {
  const requests = channels.map(run);
  for (const id of channels) await expect.poll(() => end(ends, id, false)).toBe(true);
  await Promise.all(requests);
}

function end(ends: Map<number, (isAnswered: boolean) => void>, id: number, isAnswered: boolean): boolean {
  const resolve = ends.get(id);
  resolve?.(isAnswered);
  return ends.delete(id);
}

test('a poller has at most 32 requests running', async () => {
  const requests = startRequests();
  await silenced(requests, ids(1, 20));
  for (const id of ids(1, 60)) void requests.run(id);
  await Promise.resolve();
  expect(requests.ends.size).toBe(32);
});

test('a responsive channel is polled while a hundred silent channels wait', async () => {
  const requests = startRequests();
  await silenced(requests, ids(1, 100));
  for (const id of ids(1, 100)) void requests.run(id);
  void requests.run(200);
  await Promise.resolve();
  expect(requests.ends.has(200)).toBe(true);
});

test('a silent channel gets its usual slot back when it responds', async () => {
  const requests = startRequests();
  await silenced(requests, [1]);
  const answered = requests.run(1);
  await Promise.resolve();
  end(requests.ends, 1, true);
  await answered;
  await silenced(requests, ids(2, 8));
  for (const id of ids(2, 8)) void requests.run(id);
  void requests.run(1);
  await Promise.resolve();
  expect(requests.ends.has(1)).toBe(true);
});

test("a silent channel's tasks wait longer after every request, up to two minutes", async () => {
  const requests = startRequests();
  const pauses: number[] = [];
  for (let count = 0; count < 7; count += 1) {
    await silenced(requests, [1]);
    pauses.push(requests.places.pauseMs(1));
  }
  expect(pauses).toEqual([0, 15_000, 30_000, 60_000, 120_000, 120_000, 120_000]);
});

test('a channel counts as busy until its request ends', async () => {
  const requests = startRequests();
  const request = requests.run(1);
  expect([requests.places.isBusy(1), requests.places.isBusy(2)]).toEqual([true, false]);
  await Promise.resolve();
  end(requests.ends, 1, true);
  await request;
  expect(requests.places.isBusy(1)).toBe(false);
});
