import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToken } from '@tollgate/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DatabaseGoneError } from '../core/database-gone.ts';
import { openStore } from '../ledger/store.ts';
import type { TestClient } from '../testing/client.ts';
import { type DatabaseLine, startDatabaseLine } from '../testing/database-line.ts';
import { administer, type DatabaseServer, startServer } from '../testing/database-servers.ts';
import { type RelayLab, startRelayLab } from '../testing/relay.ts';
import { findPrograms, type ServerKind } from '../testing/server-programs.ts';
import { parseAddress } from './address.ts';
import { connect } from './connect.ts';
import type { Db } from './schema.ts';

const patient = { timeout: 60_000, interval: 250 };
const limitMs = 180_000;

for (const [kind, name] of [
  ['postgres', 'PostgreSQL'],
  ['mysql', 'MariaDB'],
] as const)
  describe.skipIf(!findPrograms(kind))(
    `after a failover that leaves the old server read-only (${name})`,
    () => {
      let old: DatabaseServer;
      let next: DatabaseServer;
      let line: DatabaseLine;
      let lab: RelayLab;
      let client: TestClient;
      let silentBefore: string[];
      beforeAll(async () => {
        old = await startServer(kind, { isDurable: true });
        await createDatabase(kind, old.url);
        line = await startDatabaseLine(portOf(old));
        const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-failover-'));
        const databaseUrl = urlFor(kind, line.port);
        const dispose = async () => rmSync(dataDir, { recursive: true, force: true });
        lab = await startRelayLab({ database: { options: { dataDir, databaseUrl }, dispose } });
        client = lab.as('root');
        await client.cookie(); // The session is on both servers.
        next = await old.copy();
        await vi.waitFor(async () => expect((await lab.chat()).status).toBe(200), patient);
        await lab.ctx.db.insertInto('hold').values(holdOfDeadGateway).execute();
        silentBefore = await listSilent();
        await lab.booked(); // Later charges would be on one of the servers only in part.
        await listServers(lab.ctx.db, kind);
        await makeReadOnly(kind, old.url);
      }, limitMs);
      afterAll(async () => {
        await lab.close(); // Checks that the ledger on the new server balances.
        await line.close();
        await old.stop();
        await next.stop();
      }, limitMs);

      /** Gateways that another one would count as dead by the data on the old server. */
      async function listSilent(): Promise<string[]> {
        const store = await openStore(parseAddress(urlFor(kind, portOf(old)), '', ''), {
          id: 'other',
          place: '',
        });
        const silent = await store.silentInstances(10_000);
        await store.close();
        return silent.filter((name) => name === 'dead');
      }

      const writeInConsole = () =>
        client.call(createToken, createToken.input.parse({ name: 'new', unlimited_quota: true }));

      test(
        'calls and changes get 503 with Retry-After while the name resolves to the old server',
        async () => {
          const call = await lab.chat();
          expect([call.status, call.headers.get('retry-after')]).toEqual([
            503,
            expect.stringMatching(/^\d+$/),
          ]);
          const change = await writeInConsole();
          expect([change.status, change.headers['retry-after']]).toEqual([
            503,
            expect.stringMatching(/^\d+$/),
          ]);
        },
        limitMs,
      );

      test('no gateway counts as dead on the old server', async () => {
        expect([silentBefore, await listSilent()]).toEqual([['dead'], []]);
      });

      test('a refused write moves every connection to the new server', async () => {
        const own = await startDatabaseLine(portOf(old));
        const connection = await connect({ databaseUrl: urlFor(kind, own.port), dataDir: lab.dataDir });
        expect(await listServers(connection.db, kind)).toEqual([portOf(old)]);
        own.redirect(portOf(next));
        await expect(connection.db.deleteFrom('rounds').execute()).rejects.toThrow(DatabaseGoneError);
        expect(await listServers(connection.db, kind)).toEqual([portOf(next)]);
        await connection.close();
        await own.close();
      });

      test(
        'reads come from the new server when the name resolves to it, without any write',
        async () => {
          line.redirect(portOf(next));
          await expect.poll(() => listServers(lab.ctx.db, kind), patient).toEqual([portOf(next)]);
        },
        limitMs,
      );

      test(
        'calls and changes work again without a restart when the name resolves to the new server',
        async () => {
          await expect.poll(async () => (await writeInConsole()).status, patient).toBe(200);
          await expect.poll(async () => (await lab.chat()).status, patient).toBe(200);
        },
        limitMs,
      );
    },
  );

/** Exists on the old server only. */
const holdOfDeadGateway = {
  ...{ id: 'call-of-the-dead', user_account: 1, token_account: 1 },
  ...{ amount: 1, used: 0, instance: 'dead', snapshot: '{}', windows: null },
};

/** Uses every connection of a pool at once. Returns the ports of the servers that answered. */
async function listServers(db: Db, kind: ServerKind): Promise<number[]> {
  const query =
    kind === 'postgres'
      ? sql<{ port: number }>`SELECT inet_server_port() AS port, pg_sleep(0.3)`
      : sql<{ port: number }>`SELECT @@port AS port, SLEEP(0.3)`;
  const answers = await Promise.all(Array.from({ length: 10 }, () => query.execute(db)));
  return [...new Set(answers.map(({ rows }) => Number(rows[0]?.port)))];
}

async function createDatabase(kind: ServerKind, url: string): Promise<void> {
  await administer(kind, url, 'CREATE DATABASE gate');
  if (kind === 'postgres') return;
  await administer(kind, url, "CREATE USER 'gateway'@'%'"); // Without SUPER, which may write to a read-only server.
  await administer(kind, url, "GRANT ALL ON gate.* TO 'gateway'@'%'");
}

async function makeReadOnly(kind: ServerKind, url: string): Promise<void> {
  if (kind === 'mysql') return administer(kind, url, 'SET GLOBAL read_only = 1');
  await administer(kind, url, 'ALTER SYSTEM SET default_transaction_read_only = on');
  await administer(kind, url, 'SELECT pg_reload_conf()');
}

function urlFor(kind: ServerKind, port: number): string {
  return `${kind === 'postgres' ? 'postgres://tollgate' : 'mysql://gateway'}@127.0.0.1:${port}/gate`;
}

function portOf({ url }: DatabaseServer): number {
  return Number(new URL(url).port);
}
