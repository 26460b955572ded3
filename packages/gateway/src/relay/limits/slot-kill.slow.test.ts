import { afterEach, expect, test } from 'vitest';
import { findDatabase, type TestDatabase } from '../../testing/databases.ts';
import { type KilledGateways, startKilledGateways } from '../../testing/kill/killed-gateways.ts';
import { redisProgram, startRedis, type TestRedis } from '../../testing/redis.ts';

const SLOTS = 3;
/** A dead gateway's slots are free after this time, and a busy machine takes longer. */
const LEASE_MS = 60_000;
const sqlite = findDatabase('sqlite') as TestDatabase;

let gateways: KilledGateways | undefined;
let redis: TestRedis | undefined;
afterEach(async () => {
  await gateways?.dispose();
  await redis?.stop();
  [gateways, redis] = [undefined, undefined];
});

/** A gateway with all slots of a rule in use, killed and started again. */
async function killBusyGateway(settings: Record<string, string>): Promise<KilledGateways> {
  gateways = await startKilledGateways(sqlite, 1, settings);
  const { provider, send } = gateways;
  await gateways.limit({ resource: 'concurrent', amount: SLOTS });
  const answer = provider.script;
  provider.script = () => {}; // Nothing is answered before the kill.
  const calls = Array.from({ length: SLOTS }, (_, number) => send(number));
  await expect.poll(() => provider.calls.length, { timeout: 20_000 }).toBe(SLOTS);
  expect(await send(SLOTS)).toBe(429);
  await gateways.killOne();
  expect(await Promise.all(calls)).toEqual(Array(SLOTS).fill(0));
  provider.script = answer;
  await gateways.startAgain();
  return gateways;
}

test('slots of a killed gateway are free when it starts again', async () => {
  const { send } = await killBusyGateway({});
  expect(await Promise.all([0, 1, 2].map(send))).toEqual([200, 200, 200]);
}, 120_000);

test.skipIf(!redisProgram)(
  'slots of a killed gateway are free in Redis after a minute, not one of them before',
  async () => {
    redis = await startRedis();
    const { send } = await killBusyGateway({ REDIS_URL: redis.url });
    expect(await send(0)).toBe(429);
    await expect.poll(() => send(0), { timeout: 2 * LEASE_MS, interval: 1000 }).toBe(200);
    // Each slot has a lease of its own: on a busy machine the others end a moment later.
    const all = () => Promise.all([0, 1, 2].map(send));
    await expect.poll(all, { timeout: LEASE_MS, interval: 1000 }).toEqual([200, 200, 200]);
  },
  300_000,
);
