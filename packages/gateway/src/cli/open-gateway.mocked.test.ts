import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { systemClock } from '../core/clock.ts';
import { connect } from '../db/connect.ts';
import { refreshOptions } from '../jobs/refresh-options.ts';
import { createLog } from '../log.ts';
import * as options from '../modules/settings/repository/options.ts';
import { describeDatabases, type FreshDatabase } from '../testing/databases.ts';
import { switchDemo } from './demo.ts';
import { openGateway } from './open-gateway.ts';

/** Runs while a gateway starts, after it read the options. The start continues when it resolves. */
let duringStart: () => Promise<void>;
vi.mock(import('../ledger/index.ts'), async (original) => {
  const ledger = await original();
  return {
    ...ledger,
    async openLedger(...args: Parameters<typeof ledger.openLedger>) {
      await duringStart();
      return ledger.openLedger(...args);
    },
  };
});

describeDatabases('a gateway that starts', (database) => {
  let fresh: FreshDatabase;
  beforeEach(async () => {
    duringStart = async () => {};
    fresh = await database.create();
  });
  afterEach(() => fresh.dispose());

  const start = () =>
    openGateway(
      readConfig({ DATA_DIR: fresh.options.dataDir, DATABASE_URL: fresh.options.databaseUrl }),
      createLog('silent'),
      systemClock,
      { processes: false },
    );

  test('has an option that another process saved during its start', async () => {
    const other = await connect(fresh.options);
    duringStart = () => switchDemo(other.db, true);

    const { ctx, close } = await start();
    await expect.poll(() => ctx.options.current.DemoSiteEnabled, { timeout: 25_000 }).toBe(true);
    await close();
    await other.close();
  });

  test('reads a changed option within a minute when there is no revision', async () => {
    const { ctx, close } = await start();
    await options.save(ctx.db, 'SystemName', 'By hand');
    await refreshOptions.run(ctx);
    expect(ctx.options.current.SystemName).toBe('By hand');
    expect(refreshOptions.everyMs).toBeLessThanOrEqual(60_000);
    await close();
  });

  test('keeps its snapshot of the options when nothing in the table changed', async () => {
    const { ctx, close } = await start();
    const before = ctx.options.current;
    await refreshOptions.run(ctx);
    expect(ctx.options.current).toBe(before);
    await close();
  });
});
