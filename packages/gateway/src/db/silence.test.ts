import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openStore } from '../ledger/store.ts';
import { startDatabaseLine } from '../testing/database-line.ts';
import { describeDatabases } from '../testing/databases.ts';
import { connect } from './connect.ts';

describeDatabases('a database that becomes silent', (database) => {
  if (database.kind === 'sqlite') return void test.skip('a file has no connection', () => {});

  test('fails each statement in bounded time and is used again when it answers', async () => {
    const { options, dispose } = await database.create();
    const url = new URL(options.databaseUrl!);
    const line = await startDatabaseLine(Number(url.port));
    url.port = String(line.port);
    const connection = await connect({ ...options, databaseUrl: url.href });
    await connection.limitSilence(1000);
    const ask = () => sql`SELECT 1`.execute(connection.db);
    await ask();

    line.setSilent(true);
    await expect(ask()).rejects.toThrow();
    line.setSilent(false);
    await expect.poll(() => ask().then(() => 'answered', String), { timeout: 60_000 }).toBe('answered');
    await connection.close();
    await line.close();
    await dispose();
  }, 120_000);

  test('does not block the ledger', async () => {
    const opened = await database.open();
    const url = new URL(opened.options.databaseUrl!);
    const line = await startDatabaseLine(Number(url.port));
    url.port = String(line.port);
    const store = await openStore(
      { ...opened.address, url: url.href } as typeof opened.address,
      { id: 'one', place: '' },
      500,
    );
    await store.heartbeat();

    line.setSilent(true);
    await expect(store.heartbeat()).rejects.toThrow();
    line.setSilent(false);
    await expect
      .poll(() => store.heartbeat().then(() => 'answered', String), { timeout: 60_000 })
      .toBe('answered');
    await store.close();
    await line.close();
    await opened.dispose();
  }, 120_000);
});
