import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createChannelHealth } from '../services/channel-health.ts';
import { redisProgram, startRedis, type TestRedis } from '../testing/redis.ts';
import { createLocalLimits, createSharedLimits } from './limits.ts';
import { createSharedRests } from './rests.ts';
import { openSharedStore, type SharedStore } from './shared-store.ts';

const patient = { timeout: 20_000, interval: 20 };

describe.skipIf(!redisProgram)('rests in Redis', () => {
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

  test('T7 a channel that one gateway found down is left alone by the others, until it is back', async () => {
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

  test('what somebody else wrote into the store does no harm, and a rest ends by itself', async () => {
    let clock = 0;
    const rests = createSharedRests(await connect(), 'tollgate:rests:odd', () => clock);
    const listen = () => {
      clock += 1001;
      return rests.isResting(1);
    };
    await redis.command('SET', 'tollgate:rests:odd', 'nonsense');
    expect(listen()).toBe(false);
    rests.tell(1, 60_000);
    await expect.poll(listen, patient).toBe(true);
    clock += 60_000;
    expect(rests.isResting(1)).toBe(false);
    await redis.command('HSET', 'tollgate:rests:odd', '1', 'soon');
    await expect.poll(listen, patient).toBe(false);
  });
});

test('without a store that answers nobody rests', () => {
  const rests = createSharedRests({ run: async () => undefined, close: async () => {} }, 'x');
  rests.tell(1, 60_000);
  expect(rests.isResting(1)).toBe(false);
});

/** What one gateway knows of its channels, by a clock of its own. */
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
