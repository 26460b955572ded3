import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisProgram, startRedis, type TestRedis } from '../testing/redis.ts';
import { createLocalLimits, createSharedLimits, type Limits } from './limits.ts';
import { openSharedStore, type SharedStore } from './shared-store.ts';

/** A busy machine must not count as an unreachable Redis. */
const PATIENT_MS = 20_000;
const SHORT_TIMEOUT_MS = 50;
const minute = { name: 'test', count: 3, periodMs: 60_000 };

describe.skipIf(!redisProgram)('limits in Redis', () => {
  let redis: TestRedis;
  const stores: SharedStore[] = [];
  const troubles: string[] = [];

  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await redis?.stop();
  });

  /** Another gateway, whose own clock does not affect the limits. */
  async function gateway(patienceMs = PATIENT_MS): Promise<Limits> {
    const store = openSharedStore(redis.url, (sentence) => troubles.push(sentence), patienceMs);
    stores.push(store);
    await expect.poll(() => store.run('return 7', 'x', []), { timeout: 20_000 }).toBe(7);
    return createSharedLimits(
      store,
      createLocalLimits(() => 0),
    );
  }

  test('two gateways share one budget, and every key has its own', async () => {
    const [first, second] = [(await gateway()).limiter(minute), (await gateway()).limiter(minute)];
    expect([await first('a'), await second('a'), await first('a')]).toEqual([0, 0, 0]);
    const waitMs = await second('a');
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(20_000);
    expect(await second('b')).toBe(0);
    expect(await redis.command('PTTL', 'tollgate:test:a')).toBeGreaterThan(0);
  });

  test('a limit admits exactly its number of a hundred concurrent requests', async () => {
    const takes = [(await gateway()).limiter(minute), (await gateway()).limiter(minute)];
    const waits = await Promise.all(Array.from({ length: 100 }, (_, n) => takes[n % 2]?.('crowd')));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(3);
  });

  test('wrong tries at one gateway slow down the next try at another', async () => {
    const [first, second] = [
      (await gateway()).attemptThrottle({ name: 'g' }),
      (await gateway()).attemptThrottle({ name: 'g' }),
    ];
    for (let tries = 0; tries < 8; tries += 1) await first.fail('ana');
    expect(await second.waitMs('ana')).toBeGreaterThan(0);
    expect(await second.waitMs('ben')).toBe(0);
    await second.succeed('ana');
    expect(await first.waitMs('ana')).toBe(0);
  });

  test('all gateways count calls in a window together, and a returned one makes room', async () => {
    const [first, second] = [
      (await gateway()).windows({ name: 'calls' }),
      (await gateway()).windows({ name: 'calls' }),
    ];
    const entries = await Promise.all([first, second, first].map((each) => each.tryAcquire('u', 2, 60_000)));
    expect(entries.filter(({ waitMs }) => waitMs === 0)).toHaveLength(2);
    const refused = entries.find(({ waitMs }) => waitMs > 0);
    expect(refused?.waitMs).toBeLessThanOrEqual(60_000);
    expect((await second.tryAcquire('other', 2, 60_000)).waitMs).toBe(0);
    entries.find(({ waitMs }) => waitMs === 0)?.giveBack();
    await expect.poll(async () => (await second.tryAcquire('u', 2, 60_000)).waitMs).toBe(0);
    expect(await redis.command('PTTL', 'tollgate:calls:u')).toBeGreaterThan(0);
    await redis.command('SET', 'tollgate:calls:odd', 'a text');
    expect((await first.tryAcquire('odd', 1, 60_000)).waitMs).toBe(0);
  });

  test('a key with a foreign value does no harm', async () => {
    const limits = await gateway();
    await redis.command('LPUSH', 'tollgate:test:list', 'x');
    await redis.command('SET', 'tollgate:g:text', 'x');
    expect(await limits.limiter(minute)('list')).toBe(0);
    await limits.attemptThrottle({ name: 'g' }).fail('text');
    expect(await limits.attemptThrottle({ name: 'g' }).waitMs('text')).toBe(0);
    expect(await redis.command('GET', 'tollgate:test:list')).not.toBeNull();
  });

  test('each gateway counts alone while Redis is frozen, and together afterwards', async () => {
    const take = (await gateway(SHORT_TIMEOUT_MS)).limiter({ ...minute, name: 'frozen' });
    redis.freeze();
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push(await take('a'));
    expect(answers.slice(0, 3)).toEqual([0, 0, 0]);
    expect(answers[3]).toBeGreaterThan(0);
    await expect.poll(() => troubles.join(), { timeout: 20_000 }).toContain('Redis is away');
    redis.thaw();
    await expect.poll(() => take('b').valueOf(), { timeout: 20_000 }).toBe(0);
    await expect
      .poll(async () => (await take('c')) >= 0 && redis.command('EXISTS', 'tollgate:frozen:c'), {
        timeout: 20_000,
      })
      .toBe(1);
  });
});

test('an unreachable Redis does not delay requests', async () => {
  const store = openSharedStore('redis://127.0.0.1:1', () => {});
  const take = createSharedLimits(
    store,
    createLocalLimits(() => 0),
  ).limiter(minute);
  expect([await take('a'), await take('a'), await take('a')]).toEqual([0, 0, 0]);
  expect(await take('a')).toBeGreaterThan(0);
  await store.close();
});
