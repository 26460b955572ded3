import * as operations from './operations.ts';
import type { World } from './world.ts';

/**
 * Ends everything in order, without faults: gateways end their calls and close. Dead ones start once more on
 * their folders. Then what waits is adopted and delivered.
 */
export async function settleWorld(world: World): Promise<void> {
  for (const gateway of world.gateways) {
    const { life } = gateway;
    if (!life) continue;
    gateway.isStalled = false;
    life.faults = [];
    life.cutOffUntil = 0;
  }
  await world.drain();
  world.assertConsistent();
  await assertNothingLeaks(world);
  operations.endAll(world);
  await world.drain();
  await assertNothingLeaks(world);
  for (const gateway of [...world.gateways]) {
    operations.close(world, gateway);
    await world.drain();
  }
  world.assertConsistent();

  // An hour later: rows in the outbox are due, and dead processes are silent.
  await world.passMinute();
  const gateways = [...world.gateways];
  for (const gateway of gateways) {
    void world.start(gateway, 3 * 3_600_000);
    await world.drain();
    if (!gateway.isUp) world.fail(`${gateway.name} does not start in the end`);
  }
  for (const gateway of gateways) {
    operations.adopt(world, gateway);
    await world.drain();
  }
  for (const gateway of gateways) {
    operations.close(world, gateway);
    await world.drain();
  }
  world.assertConsistent();
}

/**
 * While gateways run and no operation is under way, every hold belongs to an open call or to a dead process.
 *
 * @throws otherwise: a restart would refund that money, but gateways run for months
 */
async function assertNothingLeaks(world: World): Promise<void> {
  const holds = await world.parts.opened.db
    .selectFrom('hold')
    .select(['id', 'amount'])
    .where('id', 'like', `${world.run}-%`)
    .execute();
  for (const { id, amount } of holds) {
    const call = world.calls.get(id);
    if (!call || (call.life.isAlive && call.phase !== 'open'))
      world.fail(`call ${id} is ${call?.phase}, and still holds ${amount}`);
  }
  world.assertConsistent();
}
