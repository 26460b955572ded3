import { afterEach, expect, test } from 'vitest';
import { describeDatabases } from '../../testing/databases.ts';
import {
  CALL_COST,
  CALL_TOKENS,
  type KilledGateways,
  startKilledGateways,
} from '../../testing/kill/killed-gateways.ts';

/** Calls at once in each round. */
const CALLS = 200;
/** Budgets rise by as much as this number of calls is worth, before the kill and after it. */
const SERVED = 10;

let gateways: KilledGateways | undefined;
afterEach(() => gateways?.dispose());

/** `npm run trust -- kills` kills more often, also on MariaDB. */
const rounds = process.env.KILL === '1' ? 20 : 1;

/**
 * Whole gateways with budgets of money and of tokens, and more calls than these cover. In each round one of
 * the gateways is killed while calls are under way, and started again. On SQLite, worker processes take the
 * place of several gateways.
 */
describeDatabases(
  'budgets',
  (database) => {
    test.each(database.kind === 'sqlite' ? [1, 3] : [3])(
      'are never exceeded when one of %d gateways is killed with calls under way, or after that',
      async (count) => {
        gateways = await startKilledGateways(database, count);
        const { provider, send, changeAmounts } = gateways;
        const money = await gateways.limit({ resource: 'quota', amount: 0, window: 'day' });
        const tokens = await gateways.limit({ resource: 'tokens', amount: 0, window: 'rolling:5' });
        await gateways.limit({ resource: 'concurrent', amount: CALLS });
        const windows = await gateways.watch();
        const sendAll = () => Promise.all(Array.from({ length: CALLS }, (_, number) => send(number)));
        let worth = 0;
        const raise = () => {
          worth += SERVED;
          return changeAmounts([money, worth * CALL_COST], [tokens, worth * CALL_TOKENS]);
        };

        const cutOff: number[] = [];
        const whole: number[] = [];
        for (let round = 1; round <= rounds; round += 1) {
          await raise();
          const seen = provider.calls.length;
          const calls = sendAll();
          const arrived = () => provider.calls.length;
          await expect.poll(arrived, { timeout: 20_000, interval: 5 }).toBeGreaterThan(seen);
          await gateways.killOne();
          cutOff.push(...(await calls));
          await gateways.startAgain();
          await expect.poll(windows.held, { timeout: 60_000 }).toBe(0);
          await raise();
          whole.push(...(await sendAll()));
        }

        await gateways.stop();
        const { looks, highestPercent, above } = await windows.stop();
        expect({ above }).toEqual({ above: [] });
        expect(looks).toBeGreaterThan(20 * rounds);
        expect(highestPercent).toBeGreaterThan(50);
        const { failures, charged, spent } = await gateways.readBooks(money);
        expect(failures).toEqual([]);
        expect(spent).toBe(charged);
        expect(charged).toBeLessThanOrEqual(worth * CALL_COST);
        const count200 = (statuses: number[]) => statuses.filter((status) => status === 200).length;
        expect(count200(whole)).toBeGreaterThan(0);
        expect(whole.filter((status) => ![200, 403, 429].includes(status))).toEqual([]);
        expect(count200(whole)).toBeLessThan((CALLS / 2) * rounds);
        process.stdout.write(
          `${database.name}, ${count} at once: ${rounds} kills, ${cutOff.length + whole.length} calls, ` +
            `${cutOff.filter((status) => status === 0).length} cut off, ${count200([...cutOff, ...whole])} ` +
            `served, ${charged} of ${worth * CALL_COST} spent, at most ${highestPercent} % in ${looks} looks\n`,
        );
      },
      3_600_000,
    );
  },
  ['sqlite', 'postgres'],
);
