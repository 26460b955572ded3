import { get, type IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as queries from '../../modules/usage/repository/log-queries.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { isInFull } from '../../testing/databases.ts';
import { makeManyLogs } from '../../testing/many-logs.ts';

const rows = isInFull ? 200_000 : 100_000;
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

test('an export of all rows is complete and keeps no more than a few batches in memory', async () => {
  const [lines, peak] = await readFile('csv');
  expect(lines).toBe(rows + 1);
  process.stdout.write(`${rows} rows: the heap grew by ${(peak / megabyte).toFixed(1)} MB at most\n`);
  expect(peak).toBeLessThan(25 * megabyte);
});

test('an export of all rows as lines of JSON is complete and keeps a few batches in memory', async () => {
  const [lines, peak] = await readFile('jsonl');
  expect(lines).toBe(rows);
  expect(peak).toBeLessThan(25 * megabyte);
});

test('a slow reader slows the export down, and a reader who leaves ends it', async () => {
  const batches: number[] = [];
  const list = vi.spyOn(queries, 'list').mockImplementation(async (...args) => {
    const found = await original(...args);
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

/** Reads a file. Returns its number of lines and the growth of the heap meanwhile. */
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

/** The heap in use after a garbage collection. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
