import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeDatabases, isInFull } from '../testing/databases.ts';
import { type Command, commands, runCommands } from '../testing/money/commands.ts';
import { compareLedger } from '../testing/money/compare-ledger.ts';
import { connectWithFaults } from '../testing/money/faulty-kysely.ts';
import { openFaultyStores } from '../testing/money/faulty-store.ts';
import { settleWorld } from '../testing/money/settle-world.ts';
import { installVirtualProcesses } from '../testing/money/virtual-process.ts';
import { World, type WorldParts } from '../testing/money/world.ts';
import { audit } from './index.ts';

const MOST_STEPS_PER_RUN = 80;
const isThorough = process.env.FUZZ === '1';

describeDatabases('money of several gateways', (database) => {
  const wanted = isThorough ? 100_000 : isInFull ? 2_500 : database.kind === 'sqlite' ? 1_500 : 500;

  test('is what callers were informed of when transactions fail and gateways die in any order', async () => {
    const opened = await database.open();
    const stores = await openFaultyStores(opened.address);
    const connection = await connectWithFaults(opened.address, opened.logAddress);
    const restore = installVirtualProcesses();
    try {
      const parts = { opened, stores, connection };
      let run = 0;
      let steps = 0;
      let hasFailed = false;
      const property = fc.asyncProperty(commands(MOST_STEPS_PER_RUN), async (list) => {
        if (steps >= wanted && !hasFailed) return;
        run += 1;
        steps += list.length;
        await check(run, parts, list).catch((error: unknown) => {
          hasFailed = true; // later steps shrink the failure
          throw error;
        });
      });
      await fc.assert(property, {
        numRuns: wanted / (MOST_STEPS_PER_RUN / 4),
        endOnFailure: process.env.NO_SHRINK === '1',
        ...replay(),
      });
      expect(steps).toBeGreaterThanOrEqual(process.env.PATH_OF_RUN ? 0 : wanted);
      process.stdout.write(`${database.name}: ${steps} steps in ${run} runs\n`);
      expect((await audit(opened.db, opened.logDb, { graceSeconds: -86_400 })).failures).toEqual([]);
    } finally {
      restore();
      await connection.close();
      await stores.close();
      await opened.dispose();
    }
  }, 3_600_000);
});

/** `SEED=123 PATH_OF_RUN=4:5` repeats a failed run. `NO_SHRINK=1` shows the original failure. */
function replay(): { seed?: number; path?: string } {
  const { SEED, PATH_OF_RUN } = process.env;
  return { ...(SEED && { seed: Number(SEED) }), ...(PATH_OF_RUN && { path: PATH_OF_RUN }) };
}

async function check(run: number, parts: WorldParts, list: readonly Command[]): Promise<void> {
  const world = new World(run, parts);
  try {
    await world.openAccounts();
    for (const gateway of [...world.gateways]) void world.start(gateway);
    await world.drain();
    await runCommands(world, list);
    await settleWorld(world);
    await compareLedger(world);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\nWhat happened:\n${world.trace.join('\n')}\n`, {
      cause: error,
    });
  } finally {
    for (const gateway of [...world.gateways]) await gateway.kill();
    world.dispose();
    await parts.opened.db.deleteFrom('instance').execute(); // Moving the clock of thousands is slow.
  }
}
