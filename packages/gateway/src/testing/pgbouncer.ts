import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { FreshDatabase, TestDatabase } from './databases.ts';
import { freePort } from './free-port.ts';
import { findProgram } from './server-programs.ts';

export const pgbouncerProgram = findProgram('pgbouncer', ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin']);

const START_MS = 20_000;

/**
 * Creates a database behind a real PgBouncer. `dispose` stops PgBouncer and removes the database.
 *
 * @param settings lines of its configuration, such as `{ pool_mode: 'session' }`
 */
export async function createBehindPgbouncer(
  database: TestDatabase,
  settings: Record<string, string | number>,
): Promise<FreshDatabase & { /** Past PgBouncer. */ readonly directUrl: string }> {
  const { options, dispose } = await database.createEmpty();
  const direct = new URL(options.databaseUrl ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  };
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${direct.port} user=tollgate`,
      '[pgbouncer]',
      ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`),
      '',
    ].join('\n'),
  );
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child = spawn(pgbouncerProgram as string, [...account, file], { stdio: 'ignore' });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = new URL(direct);
  url.port = String(port);
  await waitUntilReady(url.href, child);
  return {
    options: { ...options, databaseUrl: url.href },
    directUrl: direct.href,
    async dispose() {
      process.off('exit', kill);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
      await dispose();
    },
  };
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error('PgBouncer does not answer', { cause: error });
    }
    await sleep(50);
  }
}
