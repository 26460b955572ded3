import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { openGateway } from '../cli/open-gateway.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { describeDatabases } from '../testing/databases.ts';
import { connect } from './connect.ts';
import type { Db } from './schema.ts';

const SLEEP = sql`SELECT pg_sleep(1.5)`;

/** A migration that takes longer than the limits of these tests. */
function migrateSlowly(db: Db) {
  const slow = { up: async (tx: Db) => void (await SLEEP.execute(tx)) };
  const provider = { getMigrations: async () => ({ '0001-slow': slow as never }) };
  return new Migrator({ db, provider, migrationTableName: 'slow_migration' }).migrateToLatest();
}

describeDatabases('statement time limits', (database) => {
  if (database.kind !== 'postgres') return void test.skip('only PostgreSQL has a statement limit', () => {});

  test('do not apply to a migration or to the wait for one, but to later statements', async () => {
    const { options, dispose } = await database.create();
    const url = new URL(options.databaseUrl!);
    url.searchParams.set('lock_timeout', '500');
    const [first, second] = await Promise.all(
      [1, 2].map(() => connect({ ...options, databaseUrl: url.href })),
    );
    const outcomes = await Promise.all([first, second].map((connection) => migrateSlowly(connection!.db)));
    expect(outcomes.map(({ error }) => error)).toEqual([undefined, undefined]);

    await first!.limitSilence(1250);
    const ask = () => SLEEP.execute(first!.db).then(String, ({ code }) => code);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(['57014', '57014', '57014']);
    expect((await sql`SHOW statement_timeout`.execute(first!.db)).rows).toEqual([
      { statement_timeout: '1s' },
    ]);
    expect((await sql`SHOW statement_timeout`.execute(second!.db)).rows).toEqual([
      { statement_timeout: '0' },
    ]);
    await Promise.all([first!.close(), second!.close()]);
    await dispose();
  });

  test('are a minute in a running gateway, in the log database too', async () => {
    const [main, logs] = [await database.create(), await database.create()];
    const config = readConfig({
      DATA_DIR: main.options.dataDir,
      DATABASE_URL: main.options.databaseUrl,
      LOG_DATABASE_URL: logs.options.databaseUrl,
    });
    const { ctx, close } = await openGateway(config, createLog('silent'));
    for (const db of [ctx.db, ctx.logDb]) {
      const shown = await sql<{ statement_timeout: string }>`SHOW statement_timeout`.execute(db as Db);
      expect(shown.rows[0]?.statement_timeout).toBe('1min');
    }
    await close();
    await Promise.all([main.dispose(), logs.dispose()]);
  });
});
