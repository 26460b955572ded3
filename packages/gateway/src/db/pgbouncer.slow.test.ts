import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditCommand } from '../cli/audit.ts';
import { openGateway } from '../cli/open-gateway.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { describeServers, type FreshDatabase } from '../testing/databases.ts';
import { createBehindPgbouncer, pgbouncerProgram } from '../testing/pgbouncer.ts';
import { type RelayLab, startRelayLab } from '../testing/relay.ts';

describeServers('behind PgBouncer', (database) => {
  if (database.kind !== 'postgres') return void test.skip('PgBouncer is for PostgreSQL', () => {});
  if (!pgbouncerProgram) return void test.skip('skipped, pgbouncer is not installed', () => {});

  describe('in session mode, a gateway', () => {
    let lab: RelayLab;
    let directUrl: string;
    beforeAll(async () => {
      const behind = await createBehindPgbouncer(database, { pool_mode: 'session', default_pool_size: 30 });
      directUrl = behind.directUrl;
      lab = await startRelayLab({ database: behind }); // Its close checks that the ledger balances.
    });
    afterAll(() => lab.close());

    test('charges calls and writes their rows', async () => {
      const before = (await lab.booked()).balance;
      const answers = await Promise.all(Array.from({ length: 20 }, () => lab.chat()));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const { balance, rows } = await lab.booked();
      expect(rows.length).toBe(20);
      expect(before - balance).toBe(rows.reduce((sum, { quota }) => sum + quota, 0));
    });

    test('limits its statements, locks and transactions', async () => {
      const { rows } = await sql<{ name: string; setting: string }>`
        SELECT name, setting FROM pg_settings
        WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
        ORDER BY name`.execute(lab.ctx.db);
      expect(rows.map(({ setting }) => setting)).toEqual(['30000', '10000', '60000']);
    });

    test('cancels a read on the server when its caller has left', async () => {
      const { reader } = lab.ctx.reads.accessFor({ name: 'test', limitMs: 300 });
      await expect(sql`SELECT pg_sleep(50)`.execute(reader)).rejects.toThrow('read_too_long');
      const client = new pg.Client(directUrl);
      await client.connect();
      const { rows } = await client.query(
        "SELECT pid FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(50)%' AND pid <> pg_backend_pid()",
      );
      await client.end();
      expect(rows).toEqual([]);
    });
  });

  for (const [mode, settings] of [
    ['transaction mode', { pool_mode: 'transaction' }],
    [
      'transaction mode that takes turns',
      { pool_mode: 'transaction', server_round_robin: 1, min_pool_size: 5 },
    ],
    ['transaction mode with one connection', { pool_mode: 'transaction', default_pool_size: 1 }],
    ['statement mode', { pool_mode: 'statement' }],
  ] as const)
    test(`a gateway refuses to start in ${mode} and says what to configure`, async () => {
      const behind = await createBehindPgbouncer(database, settings);
      await expect(start(behind)).rejects.toMatchObject({
        name: 'BootError',
        message: expect.stringContaining('pool_mode = session'),
      });
      await expect(auditCommand(configOf(behind))).rejects.toThrow('pool_mode = session');
      const client = new pg.Client(behind.directUrl);
      await client.connect();
      const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
      await client.end();
      expect(rows).toEqual([]);
      await behind.dispose();
    });
});

function start(database: FreshDatabase) {
  return openGateway(configOf(database), createLog('silent'));
}

function configOf({ options }: FreshDatabase) {
  return readConfig({ DATA_DIR: options.dataDir, DATABASE_URL: options.databaseUrl });
}
