import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createChannelHealth } from '../modules/channels/health/channel-health.ts';
import { redisProgram, startRedis, type TestRedis } from '../testing/redis.ts';
import { createSharedCooldowns } from './cooldowns.ts';
import { createLocalLimits, createSharedLimits } from './limits.ts';
import { openSharedStore, type SharedStore } from './shared-store.ts';

const patient = { timeout: 20_000, interval: 20 };

describe.skipIf(!redisProgram)('cooldowns in Redis', () => {
  let redis: TestRedis;
  const stores: SharedStore[] = [];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await redis?.stop();
  });

  async function connect(): Promise<SharedStore> {
    const store = openSharedStore(redis.url, () => {}, patient.timeout);
    stores.push(store);
    await expect.poll(() => store.run('return 7', 'x', []), patient).toBe(7);
    return store;
  }

  test('a channel in cooldown at one gateway is skipped by the others until it works again', async () => {
    const [here, there] = [healthOf(await connect()), healthOf(await connect())];
    const channel = { id: 4, autoBan: false } as never;
    const outage = { status: 502, kind: '', code: '', message: '', retryAfter: undefined };
    for (let time = 0; time < 5; time += 1) await here.report(channel, outage);
    await expect.poll(() => there.isResting(4), patient).toBe(true);
    expect(there.isResting(5)).toBe(false);

    here.pass(31_000);
    here.chosen(4);
    here.answered(4);
    await expect.poll(() => there.isResting(4), patient).toBe(false);
    expect(here.isResting(4)).toBe(false);
  });

  test('a foreign value in the store does no harm, and a cooldown ends by itself', async () => {
    let clock = 0;
    const cooldowns = createSharedCooldowns(await connect(), 'tollgate:rests:odd', () => clock);
    const listen = () => {
      clock += 1001;
      return cooldowns.isResting(1);
    };
    await redis.command('SET', 'tollgate:rests:odd', 'nonsense');
    expect(listen()).toBe(false);
    cooldowns.publish(1, 60_000);
    await expect.poll(listen, patient).toBe(true);
    clock += 60_000;
    expect(cooldowns.isResting(1)).toBe(false);
    await redis.command('HSET', 'tollgate:rests:odd', '1', 'soon');
    await expect.poll(listen, patient).toBe(false);
  });
});

test('no channel is in cooldown when the store does not answer', () => {
  const cooldowns = createSharedCooldowns({ run: async () => undefined, close: async () => {} }, 'x');
  cooldowns.publish(1, 60_000);
  expect(cooldowns.isResting(1)).toBe(false);
});

/** The channel health of one gateway, with its own clock. */
function healthOf(store: SharedStore) {
  let clock = 1_000_000;
  const now = () => clock;
  const limits = createSharedLimits(store, createLocalLimits(now));
  const options = { current: { AutomaticDisableChannelEnabled: false } };
  return {
    ...createChannelHealth({ limits, options, monotonicNow: now } as never),
    pass(ms: number) {
      clock += ms;
    },
  };
}
