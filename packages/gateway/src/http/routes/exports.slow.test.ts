import { get, type IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as queries from '../../repositories/log-queries.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeManyLogs } from '../../testing/many-logs.ts';

const rows = 200_000;
const megabyte = 1024 * 1024;
const original = queries.list;
let app: TestApp;
let address: string;

beforeAll(async () => {
  app = await buildTestApp();
  await makeManyLogs(app.ctx.logDb, rows, app.people.user.id);
  address = await app.listen();
});
afterAll(() => app.close());

test('an export of 200,000 rows is whole, and never more of it is in memory than a few batches', async () => {
  const [lines, peak] = await readFile('csv');
  expect(lines).toBe(rows + 1);
  process.stdout.write(`${rows} rows: the heap grew by ${(peak / megabyte).toFixed(1)} MB at most\n`);
  expect(peak).toBeLessThan(25 * megabyte);
});

test('as lines of JSON the same', async () => {
  const [lines, peak] = await readFile('jsonl');
  expect(lines).toBe(rows);
  expect(peak).toBeLessThan(25 * megabyte);
});

test('who reads slowly holds up the reading, and who leaves ends it', async () => {
  const batches: number[] = [];
  const list = vi.spyOn(queries, 'list').mockImplementation(async (...asked) => {
    const found = await original(...asked);
    batches.push(found.length);
    return found;
  });
  const before = heap();
  const answer = await open('csv');
  answer.pause();
  let seen = -1;
  const isStill = () => {
    const still = batches.length === seen;
    seen = batches.length;
    return still;
  };
  await expect.poll(isStill, { interval: 2000, timeout: 60_000 }).toBe(true);
  expect(seen).toBeGreaterThan(0);
  expect(seen).toBeLessThan(rows / 500 / 2);
  expect(heap() - before).toBeLessThan(25 * megabyte);

  answer.destroy();
  await expect.poll(isStill, { interval: 2000, timeout: 60_000 }).toBe(true);
  expect(seen).toBeLessThan(rows / 500 / 2);
  list.mockRestore();
});

/** Reads a file and answers its lines and how far the heap grew meanwhile. */
async function readFile(format: string): Promise<[lines: number, peak: number]> {
  const before = heap();
  let lines = 0;
  let peak = 0;
  let chunks = 0;
  for await (const chunk of await open(format)) {
    for (const byte of chunk as Buffer) if (byte === 10) lines += 1;
    chunks += 1;
    if (chunks % 100 === 0) peak = Math.max(peak, heap() - before);
  }
  expect(chunks).toBeGreaterThan(100);
  return [lines, peak];
}

async function open(format: string): Promise<IncomingMessage> {
  const headers = {
    cookie: `sid=${await app.as('user').cookie()}`,
    'new-api-user': String(app.people.user.id),
  };
  return new Promise((resolve, reject) => {
    get(`${address}/api/log/self/export?format=${format}`, { headers }, resolve).once('error', reject);
  });
}

/** What is really held, after the garbage is gone. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
