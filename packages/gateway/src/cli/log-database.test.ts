import { listChannels, listLogs } from '@tollgate/contract';
import { expect, onTestFinished, test } from 'vitest';
import { describeDatabases, findDatabase } from '../testing/databases.ts';
import { createWithLogLine } from '../testing/log-line.ts';
import { wrongSums } from '../testing/logs.ts';
import { startRelayLab } from '../testing/relay.ts';

const patient = { timeout: 60_000, interval: 100 };

describeDatabases(
  'a gateway whose log database is away',
  (kind) => {
    /** Starts a gateway with the connection to the log database as in `away`. */
    const start = async (away?: 'cut' | 'silent', log = { hasTables: true }) => {
      const { line, database } = await createWithLogLine(kind, log);
      if (away === 'cut') await line.cut();
      if (away === 'silent') line.setSilent(true);
      const environment = { LOG_DATABASE_URL: database.options.logDatabaseUrl ?? '' };
      const lab = await startRelayLab({ database, environment });
      const probe = async () => {
        const answer = await fetch(`${lab.url}/readyz`);
        return { status: answer.status, body: (await answer.json()) as unknown };
      };
      /** Ends the outage and waits until the gateway has noticed. */
      const comeBack = async () => {
        line.setSilent(false);
        if (away === 'cut') await line.restore();
        await expect.poll(probe, patient).toEqual({ status: 200, body: { status: 'ready' } });
        await lab.ctx.ledger.deliver();
      };
      return { ...lab, line, probe, comeBack };
    };
    const rows = (lab: Awaited<ReturnType<typeof start>>) =>
      lab.ctx.logDb.selectFrom('logs').select('request_id').where('type', '=', 2).execute();

    test.each(['cut', 'silent'] as const)(
      'starts, serves calls and logs them later when the connection to it is %s and it has no tables yet',
      async (away) => {
        const lab = await start(away, { hasTables: false });
        for (let n = 0; n < 3; n += 1) expect((await lab.chat()).status).toBe(200);
        await lab.comeBack();
        expect(await rows(lab)).toHaveLength(3);
        expect(await wrongSums(lab.ctx.logDb)).toEqual([]);
        await lab.close(); // It audits the books.
      },
      90_000,
    );

    test('is ready, says so, lists channels and refuses the usage log with a sentence and Retry-After', async () => {
      const lab = await start('cut');
      expect(await lab.probe()).toEqual({
        status: 200,
        body: { status: 'ready', degraded: ['log_database'] },
      });
      expect(await lab.as('admin').get(listChannels, {})).toMatchObject([{ used_quota: 0 }]);
      const answer = await lab.as('admin').call(listLogs, {});
      expect([answer.status, answer.body.code]).toEqual([503, 'log_database_away']);
      expect(answer.body.message).not.toContain('log_database_away');
      expect(String(answer.headers['retry-after'])).toMatch(/^[1-9]/);
      await lab.comeBack();
      expect((await lab.as('admin').call(listLogs, {})).status).toBe(200);
      await lab.close();
    }, 90_000);

    test('notices a server that falls silent while there are no calls', async () => {
      const lab = await start();
      lab.line.setSilent(true);
      await expect
        .poll(async () => (await lab.probe()).body, patient)
        .toMatchObject({
          degraded: ['log_database'],
        });
      await lab.comeBack();
      await lab.close();
    }, 90_000);
  },
  ['sqlite', 'mysql'],
); // The log of SQLite is on PostgreSQL.

const server = findDatabase('postgres');
test.skipIf(!server)('a gateway does not start when its log database does not exist', async () => {
  if (!server) return;
  const fresh = await server.create();
  onTestFinished(() => fresh.dispose());
  const url = new URL(fresh.options.databaseUrl ?? '');
  url.pathname = '/there_is_none';
  await expect(startRelayLab({ environment: { LOG_DATABASE_URL: url.href } })).rejects.toThrow(
    'does not exist',
  );
});
