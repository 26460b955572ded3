import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import type { OpenReads } from './open-reads.ts';

let app: TestApp;
const readsOf = () => app.ctx.reads as OpenReads;
const endless = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n > 0)
  select count(*) from numbers`;

beforeEach(async () => {
  app = await buildTestApp({ readers: true });
});
afterEach(() => app.close());

test("the relay's thread continues while a statement runs", async () => {
  const { reader } = app.ctx.reads.accessFor({ name: 'ana', limitMs: 1000 });
  let ended = false;
  const read = endless.execute(reader).catch(() => {
    ended = true;
  });
  let ticks = 0;
  while (ticks < 20 && !ended) {
    await app.ctx.db.selectFrom('users').select('id').execute();
    ticks += 1;
  }
  expect({ ticks, ended }).toEqual({ ticks: 20, ended: false });
  await read;
});

test('a reader refuses writes', async () => {
  await expect(app.ctx.reader.deleteFrom('users').execute()).rejects.toThrow(/readonly/);
});

test('a reader refuses transactions', async () => {
  await expect(app.ctx.reader.transaction().execute(async () => {})).rejects.toThrow(/single statements/);
});

test('a failed statement reports its reason', async () => {
  await expect(sql`select * from nowhere`.execute(app.ctx.reader)).rejects.toThrow('no such table: nowhere');
});

test('another process takes over when a reader is killed', async () => {
  const one = sql<{ n: number }>`select 1 as n`;
  await one.execute(app.ctx.reader);
  const [pid = 0] = readsOf().pids();
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
  expect((await one.execute(app.ctx.reader)).rows).toEqual([{ n: 1 }]);
  expect(readsOf().pids()).not.toContain(pid);
});

test('no process is left when the gateway closes', async () => {
  const reads = readsOf();
  const read = endless.execute(app.ctx.reader).catch(() => 'ended');
  await expect.poll(() => reads.pids().length).toBe(1);
  const [pid = 0] = reads.pids();
  reads.close();
  expect(await read).toBe('ended');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('deletions run in a separate process', async () => {
  const { logDb, reads } = app.ctx;
  await sql`insert into unlogged_calls (request_id, created_at, quota) values ('a', 1, 1), ('b', 9, 1)`.execute(
    logDb,
  );
  await reads.logSweeper.deleteFrom('unlogged_calls').where('created_at', '<', 5).execute();
  expect(await logDb.selectFrom('unlogged_calls').select('request_id').execute()).toEqual([
    { request_id: 'b' },
  ]);
  expect((await sql`select changes() as n`.execute(reads.logSweeper)).rows).toEqual([{ n: 1 }]);
});

test('a reader ends with a gateway that was killed, also during a statement', async () => {
  const main = new URL('./reader-process.ts', import.meta.url).href;
  const files = JSON.stringify({ main: join(app.dataDir, 'tollgate.db'), log: join(app.dataDir, 'logs.db') });
  const gateway = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { ReaderProcess } = await import('${main}');
     setInterval(() => {}, 1000);
     const reader = new ReaderProcess(${files});
     console.log(reader.pid);
     await reader.run({ file: 'main', sql: 'select 1', parameters: [] });
     console.log('ready');
     reader.run({ file: 'main', parameters: [], sql: 'with recursive n (n) as (select 1 union all select n + 1 from n) select count(*) from n' });`,
  ]);
  let output = '';
  gateway.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  await expect.poll(() => output, { timeout: 20_000 }).toMatch(/ready/);
  const pid = Number.parseInt(output, 10);
  gateway.kill('SIGKILL');
  await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
}, 60_000);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
