import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type FakeRealtime, respondWithAudio, startRealtime } from '../../testing/realtime.ts';
import { startTaskLab, type TaskLab } from '../../testing/task-lab.ts';
import { fail } from '../../testing/upstream.ts';
import { MoneyQueue } from './money-queue.ts';

const MODEL = 'gpt-4o-realtime-preview';

let lab: TaskLab;
let provider: FakeRealtime;
beforeAll(async () => {
  provider = await startRealtime();
  provider.script = respondWithAudio();
  lab = await startTaskLab();
  await lab.channel({ base_url: provider.url, models: MODEL });
});
afterAll(async () => {
  await lab.close();
  await provider.close();
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('calls that wait for money try again when a realtime response is charged', async () => {
  const release = vi.spyOn(MoneyQueue.prototype, 'release');
  const socket = await openSession();
  socket.send('{"type":"response.create"}');
  await expect.poll(() => release.mock.calls.flat()).toContainEqual(payer());
  expect(socket.readyState).toBe(socket.OPEN);
  socket.close();
});

test('calls that wait for money try again when a realtime session ends', async () => {
  const socket = await openSession();
  const release = vi.spyOn(MoneyQueue.prototype, 'release');
  socket.close();
  await expect.poll(() => release.mock.calls.flat()).toContainEqual(payer());
});

test.each([
  ['is ordered', undefined],
  ['is refused', fail(400)],
])('calls that wait for money try again when a task %s', async (_, order) => {
  const release = vi.spyOn(MoneyQueue.prototype, 'release');
  lab.order = order ?? lab.order;
  await lab.imagine();
  expect(release.mock.calls.flat()).toContainEqual(payer());
});

function payer() {
  return { ownerType: 'user', ownerId: lab.payer.id };
}

function openSession(): Promise<WebSocket> {
  const url = `${lab.url.replace('http', 'ws')}/v1/realtime?model=${MODEL}`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${lab.key}` } });
  return new Promise((resolve, reject) => {
    socket.once('message', () => resolve(socket));
    socket.once('error', reject);
  });
}
