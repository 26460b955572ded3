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

  test('slow down guesses of redemption codes at both when one gateway sees them', async () => {
    expect(second.people.user.id).toBe(first.people.user.id);
    const [used = ''] = await second.as('admin').get(createRedemptions, { name: 'used', quota: 1 });
    await second.as('other').get(redeemCode, { key: used });

    // A used code is no guess: the second gateway knows of the user's guesses only through the first.
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
