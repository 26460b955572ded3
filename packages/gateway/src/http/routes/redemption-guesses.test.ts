import { createRedemptions, redeemCode } from '@tollgate/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { redisProgram, startRedis, type TestRedis } from '../../testing/redis.ts';

describe.skipIf(!redisProgram)('two gateways with one Redis', () => {
  let redis: TestRedis;
  let first: TestApp;
  let second: TestApp;
  beforeEach(async () => {
    redis = await startRedis();
    first = await buildTestApp({ environment: { REDIS_URL: redis.url } });
    second = await buildTestApp({ environment: { REDIS_URL: redis.url } });
  });
  afterEach(async () => {
    await Promise.all([first.close(), second.close()]);
    await redis.stop();
  });

  const redeem = async (at: TestApp, key: string) =>
    (await at.as('user').call(redeemCode, { key })).body.code;

  test('who guesses redemption codes at one of them is slowed down at the other', async () => {
    expect(second.people.user.id).toBe(first.people.user.id);
    const [used = ''] = await second.as('admin').get(createRedemptions, { name: 'used', quota: 1 });
    await second.as('other').get(redeemCode, { key: used });

    // a code that somebody used is no guess: what the second one holds against the user it has from the first
    await expect
      .poll(
        async () => {
          await redeem(first, 'a guess');
          return redeem(second, used);
        },
        { timeout: 60_000 },
      )
      .toBe('rate_limited');
  }, 90_000);
});
