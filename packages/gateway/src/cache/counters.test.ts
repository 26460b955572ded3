import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisProgram, startRedis, type TestRedis } from '../testing/redis.ts';
import { type Count, type Counters, createLocalCounters } from './counters.ts';
import { createLocalLimits, createSharedLimits } from './limits.ts';
import { openSharedStore, type SharedStore } from './shared-store.ts';

const PATIENT_MS = 20_000;
const ENDS = 10_000;
let clock = Date.parse('2026-11-25T12:00:00Z');
const slot = (key: string, limit: number): Count => ({ key, limit, kind: 'slot', until: 0, periodMs: 0 });
const window = (key: string, limit: number, until = 0): Count => ({
  key,
  limit,
  kind: 'window',
  until,
  periodMs: 0,
});
const rolling = (key: string, limit: number, periodMs: number): Count => ({
  key,
  limit,
  kind: 'rolling',
  until: 0,
  periodMs,
});

let redis: TestRedis | undefined;
const stores: SharedStore[] = [];
beforeAll(async () => {
  if (redisProgram) redis = await startRedis();
});
afterAll(async () => {
  for (const store of stores) await store.close();
  await redis?.stop();
});

/** Another gateway on the same Redis. */
async function gateway(troubles: string[] = []): Promise<Counters> {
  const store = openSharedStore(redis?.url ?? '', (sentence) => troubles.push(sentence), PATIENT_MS);
  stores.push(store);
  await expect.poll(() => store.run('return 7', 'x', []), { timeout: 20_000 }).toBe(7);
  return createSharedLimits(
    store,
    createLocalLimits(
      () => clock,
      () => clock,
    ),
  ).counters;
}

const places: [place: string, open: () => Promise<Counters>][] = [
  ['in memory', async () => createLocalCounters(() => clock)],
];
if (redisProgram) places.push(['in Redis', () => gateway()]);

describe.each(places)('counters %s', (place, open) => {
  test('take one of each or none, and name the first that is full', async () => {
    const counters = await open();
    const [first, second, third] = [
      window(`${place}-a`, 9),
      window(`${place}-b`, 1),
      window(`${place}-c`, 9),
    ];
    expect((await counters.take([first, second, third])).used).toEqual([1, 1, 1]);
    expect((await counters.take([first, second, third])).full).toEqual({ index: 1, used: 1, waitMs: 0 });
    expect(await counters.read([first, second, third])).toEqual([1, 1, 1]);
  });

  test('count a call that did not begin nowhere, however often it is cancelled', async () => {
    const counters = await open();
    const all = [window(`${place}-d`, 2), rolling(`${place}-e`, 2, 60_000), slot(`${place}-f`, 2)];
    await counters.take(all);
    const taking = await counters.take(all);
    expect((await counters.take(all)).full?.index).toBe(0);
    for (let times = 0; times < 3; times += 1) taking.cancel();
    await expect.poll(() => counters.read(all)).toEqual([1, 1, 1]);
  });

  test('leak no slot in 10,000 random ends', async () => {
    const counters = await open();
    const all = [slot(`${place}-g`, 40), slot(`${place}-h`, 60)];
    const running: { release(): void; cancel(): void }[] = [];
    let random = 7;
    const next = (below: number) => {
      random = (random * 48_271) % 2_147_483_647;
      return random % below;
    };
    let refused = 0;
    for (let call = 0; call < ENDS; call += 1) {
      const taking = await counters.take(all);
      if (taking.full) refused += 1;
      else running.push(taking);
      expect(running.length).toBeLessThanOrEqual(40);
      while (taking.full ? running.length > 35 : running.length > 0 && next(3) === 0) {
        const [ended] = running.splice(next(running.length), 1);
        if (next(2) === 0) ended?.release();
        else ended?.cancel();
        if (next(4) === 0) ended?.release();
      }
    }
    expect(refused).toBeGreaterThan(0);
    for (const taking of running) taking.release();
    await expect.poll(() => counters.read(all)).toEqual([0, 0]);
  }, 120_000);
});

test('a rolling window frees a place to the millisecond', () => {
  const counters = createLocalCounters(() => clock);
  const all = [rolling('r', 1, 3_600_000)];
  const take = () => (counters.take(all) as Awaited<ReturnType<Counters['take']>>).full;
  expect(take()).toBeUndefined();
  clock += 3_599_999;
  expect(take()).toEqual({ index: 0, used: 1, waitMs: 1 });
  clock += 1;
  expect(take()).toBeUndefined();
});

describe.skipIf(!redisProgram)('gateways with a common Redis', () => {
  test('share slots, and those of a gateway that died come back', async () => {
    const [first, second] = [await gateway(), await gateway()];
    const all = [slot('shared', 2)];
    await first.take(all);
    await second.take(all);
    expect((await first.take(all)).full).toMatchObject({ used: 2 });
    const ttl = Number(await redis?.command('PTTL', 'tollgate:limits:shared'));
    expect(ttl).toBeGreaterThan(0);
    expect(ttl).toBeLessThanOrEqual(60_000);
  });

  test('count for themselves while Redis is away, and say so', async () => {
    const troubles: string[] = [];
    const lonely = await startRedis();
    const store = openSharedStore(lonely.url, (sentence) => troubles.push(sentence), 200);
    stores.push(store);
    await expect.poll(() => store.run('return 7', 'x', []), { timeout: 20_000 }).toBe(7);
    const { counters } = createSharedLimits(
      store,
      createLocalLimits(
        () => clock,
        () => clock,
      ),
    );
    const all = [slot('alone', 1)];
    await lonely.stop();
    await expect
      .poll(() => troubles.join(), { timeout: 20_000 })
      .toContain('each gateway counts its limits alone');
    expect((await counters.take(all)).full).toBeUndefined();
    expect((await counters.take(all)).full).toMatchObject({ used: 1 });
  });
});
