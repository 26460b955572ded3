import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { buildTestApp } from '../../testing/app.ts';
import { administer, startServer } from '../../testing/database-servers.ts';
import { describeServers, type FreshDatabase } from '../../testing/databases.ts';
import type { ServerKind } from '../../testing/server-programs.ts';
import { createReadiness } from './readiness.ts';

const patient = { timeout: 20_000, interval: 100 };

async function openLab(database?: FreshDatabase) {
  const lab = await buildTestApp(database && { database });
  onTestFinished(() => lab.close());
  const url = await lab.listen();
  const probe = async (path: string) => {
    const answer = await fetch(url + path);
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  return { ...lab, url, probe };
}

test('a gateway that can take calls is live and ready', async () => {
  const { probe } = await openLab();
  expect(await probe('/livez')).toEqual({ status: 200, body: { status: 'ok' } });
  expect(await probe('/readyz')).toEqual({ status: 200, body: { status: 'ready' } });
  expect(await probe('/readyz?verbose')).toEqual({ status: 200, body: { status: 'ready' } });
});

test('a gateway whose journal cannot be written is live and not ready', async () => {
  const { dataDir, probe } = await openLab();
  rmSync(join(dataDir, 'ledger'), { recursive: true });
  expect(await probe('/readyz')).toEqual({
    status: 503,
    body: { status: 'unavailable', failing: ['journal'] },
  });
  expect((await probe('/livez')).status).toBe(200);
});

test.each(['tollgate.db', 'logs.db'])('a gateway is not ready when %s was moved away', async (name) => {
  const { dataDir, probe } = await openLab();
  renameSync(join(dataDir, name), join(dataDir, 'moved'));
  expect(await probe('/readyz')).toEqual({
    status: 503,
    body: { status: 'unavailable', failing: ['database_file'] },
  });
});

test('a gateway is not ready when its database file was replaced by a copy', async () => {
  const { dataDir, probe } = await openLab();
  const file = join(dataDir, 'tollgate.db');
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
  expect(await probe('/readyz')).toMatchObject({ status: 503, body: { failing: ['database_file'] } });
});

test('a gateway is ready again when its database file is back', async () => {
  const { dataDir, probe } = await openLab();
  const file = join(dataDir, 'tollgate.db');
  renameSync(file, `${file}.moved`);
  expect((await probe('/readyz')).status).toBe(503);
  renameSync(`${file}.moved`, file);
  await expect.poll(async () => (await probe('/readyz')).status, patient).toBe(200);
});

test('a gateway whose database lacks a migration is not ready', async () => {
  const { ctx, probe } = await openLab();
  await sql`delete from migration where name = '0016-channel-keys'`.execute(ctx.db);
  expect(await probe('/readyz')).toMatchObject({ status: 503, body: { failing: ['migrations'] } });
});

test('a gateway whose database refuses queries is live and not ready, and does not report the cause', async () => {
  const { ctx, probe } = await openLab();
  await sql`drop table migration`.execute(ctx.db);
  expect(await probe('/readyz')).toEqual({
    status: 503,
    body: { status: 'unavailable', failing: ['database'] },
  });
  expect((await probe('/livez')).status).toBe(200);
});

describeServers('readiness', ({ kind }) => {
  if (kind === 'sqlite') return; // It has no server.

  async function openOnServer() {
    const server = await startServer(kind as ServerKind);
    onTestFinished(() => server.stop());
    const run = (statement: string) => administer(kind as ServerKind, server.url, statement);
    await run('CREATE DATABASE readiness');
    const url = new URL(`${server.url}/readiness`);
    if (kind === 'mysql') {
      await run("CREATE USER 'gateway'@'%'"); // Without SUPER, which may write to a read-only server.
      await run("GRANT ALL ON readiness.* TO 'gateway'@'%'");
      url.username = 'gateway';
    }
    const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-ready-'));
    const dispose = async () => rmSync(dataDir, { recursive: true, force: true });
    const { probe } = await openLab({ options: { dataDir, databaseUrl: url.href }, dispose });
    return { server, run, probe, readyz: () => probe('/readyz') };
  }

  test('a gateway is live and not ready while its database server is stopped, and ready again afterwards', async () => {
    const { server, probe, readyz } = await openOnServer();
    expect((await readyz()).status).toBe(200);

    await server.crash();
    await expect
      .poll(readyz, patient)
      .toEqual({ status: 503, body: { status: 'unavailable', failing: ['database'] } });
    expect((await probe('/livez')).status).toBe(200);

    await server.restart();
    await expect.poll(readyz, patient).toEqual({ status: 200, body: { status: 'ready' } });
  }, 120_000);

  test('a gateway is not ready while its database server accepts no writes', async () => {
    const { run, readyz } = await openOnServer();
    const setReadOnly = async (isReadOnly: boolean) => {
      if (kind === 'mysql') return run(`SET GLOBAL read_only = ${Number(isReadOnly)}`);
      await run(`ALTER SYSTEM SET default_transaction_read_only = ${isReadOnly}`);
      await run('SELECT pg_reload_conf()');
    };
    expect((await readyz()).status).toBe(200);

    await setReadOnly(true);
    await expect.poll(readyz, patient).toMatchObject({ status: 503, body: { failing: ['database'] } });

    await setReadOnly(false);
    await expect.poll(readyz, patient).toEqual({ status: 200, body: { status: 'ready' } });
  }, 120_000);
});

test('a check that hangs fails, and is not started again while it hangs', async () => {
  const { ctx } = await openLab();
  let started = 0;
  const ledger = {
    checkDatabase: async () => {},
    checkJournal() {
      started += 1;
      return new Promise<void>(() => {});
    },
  } as unknown as typeof ctx.ledger;
  const readiness = createReadiness({ ...ctx, ledger });
  expect(await readiness.failingChecks()).toEqual(['journal']);
  expect(await readiness.failingChecks()).toEqual(['journal']);
  expect(started).toBe(1);
});

test('concurrent probes share one check', async () => {
  const { ctx } = await openLab();
  let looks = 0;
  const checkJournal = async () => {
    looks += 1;
  };
  const ledger = { checkDatabase: async () => {}, checkJournal } as unknown as typeof ctx.ledger;
  const readiness = createReadiness({ ...ctx, ledger });
  await Promise.all(Array.from({ length: 100 }, () => readiness.failingChecks()));
  expect(looks).toBe(1);
});

test('a gateway that drains is live and not ready at once; closed, it takes no call of the console', async () => {
  const { readiness, url, probe } = await openLab();
  expect((await probe('/readyz')).status).toBe(200);
  readiness.drain();
  expect(await probe('/readyz')).toEqual({
    status: 503,
    body: { status: 'unavailable', failing: ['draining'] },
  });
  expect((await probe('/livez')).status).toBe(200);
  expect((await fetch(`${url}/api/status`)).status).toBe(200);
  readiness.close();
  const answer = await fetch(`${url}/api/status`);
  expect(answer.status).toBe(503);
  expect(Object.fromEntries(answer.headers)).toMatchObject({ 'retry-after': '5', connection: 'close' });
  expect(await answer.json()).toMatchObject({ success: false, code: 'restarting' });
});

test.each(['/livez', '/readyz'])('%s ends its connection while the gateway drains', async (path) => {
  const { readiness, url } = await openLab();
  expect((await fetch(url + path)).headers.get('connection')).toBe('keep-alive');
  readiness.drain();
  expect((await fetch(url + path)).headers.get('connection')).toBe('close');
});

test.each(['POST', 'DELETE'])('a probe by %s is refused', async (method) => {
  const { url } = await openLab();
  expect((await fetch(`${url}/readyz`, { method })).status).toBe(405);
});
