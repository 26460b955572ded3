import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { findProgram, findPrograms, type ServerKind, type ServerPrograms } from './server-programs.ts';

const run = promisify(execFile);
const startPatienceMs = 40_000;

interface ServerOptions {
  /** Commits survive a kill of the server. Slower, so only for tests that kill it. */
  isDurable?: boolean;
}

/** A throw-away database server on 127.0.0.1. */
export interface DatabaseServer {
  /** Address for the administrator, without a database name. */
  readonly url: string;
  /** Ends the server at once, like a crash of its machine. Its data and its port stay. */
  crash(): Promise<void>;
  /** Starts it again after `crash`. Resolves when it answers. */
  restart(): Promise<void>;
  /** Stops it, starts it again, and starts another one with a copy of its data. */
  copy(): Promise<DatabaseServer>;
  stop(): Promise<void>;
}

export async function startServer(
  kind: ServerKind,
  { isDurable = false }: ServerOptions = {},
): Promise<DatabaseServer> {
  const programs = findPrograms(kind);
  if (!programs) throw new Error(`no ${kind} server is installed here`);
  const folder = mkdtempSync(join(dataFolder(), `tollgate-${kind}-`));
  const account = accountFor(kind);
  if (account) execFileSync('chown', [account, folder]);
  chmodSync(folder, 0o700);

  await initialize(programs, kind, folder, account);
  return startOn(kind, folder, isDurable);
}

/** Starts a server on a folder with data. `stop` removes the folder. */
async function startOn(kind: ServerKind, folder: string, isDurable: boolean): Promise<DatabaseServer> {
  const programs = findPrograms(kind) as ServerPrograms;
  const account = accountFor(kind);
  const port = await freePort();
  const launchAgain = () => launch(programs.server, serverArguments(kind, folder, port, isDurable), account);
  let child = launchAgain();
  const url =
    kind === 'postgres' ? `postgres://tollgate@127.0.0.1:${port}` : `mysql://root@127.0.0.1:${port}`;
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(kind === 'postgres' ? 'SIGINT' : 'SIGTERM');
      const forced = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(forced);
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await untilReady(kind, url, child);
  } catch (error) {
    await stop();
    throw error;
  }
  const crash = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // PostgreSQL's processes share memory: only its immediate shutdown ends all of them.
    child.kill(kind === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
    await ended;
  };
  const restart = () => {
    child = launchAgain();
    return untilReady(kind, url, child);
  };
  const copy = async () => {
    await crash();
    const copied = mkdtempSync(join(dataFolder(), `tollgate-${kind}-`));
    await run('cp', ['-a', `${folder}/.`, copied]);
    await restart();
    return startOn(kind, copied, isDurable);
  };
  return { url, crash, restart, copy, stop };
}

/**
 * Returns a folder in memory where there is enough: creating and dropping hundreds of databases takes half
 * the time there.
 */
function dataFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > MEMORY_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

const MEMORY = '/dev/shm';
const MEMORY_BYTES = 8e9;

/** Runs statements as the administrator. */
export async function administer(kind: ServerKind, url: string, statement: string): Promise<void> {
  if (kind === 'postgres') {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: `${url}/postgres`, connectionTimeoutMillis: 2000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(statement);
    } finally {
      await client.end();
    }
    return;
  }
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection({ uri: url, connectTimeout: 2000 });
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}

/** Neither server runs as root: then the account of its package is used. */
function accountFor(kind: ServerKind): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return kind === 'postgres' ? 'postgres' : 'mysql';
}

async function initialize(
  { initialize }: ServerPrograms,
  kind: ServerKind,
  folder: string,
  account: string | undefined,
) {
  const data = join(folder, 'data');
  const options =
    kind === 'postgres'
      ? ['-D', data, '-U', 'tollgate', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
      : basename(initialize) === 'mysqld'
        ? ['--no-defaults', '--initialize-insecure', `--datadir=${data}`]
        : [
            '--no-defaults',
            `--datadir=${data}`,
            '--auth-root-authentication-method=normal',
            '--skip-test-db',
          ];
  const [command, ...rest] = as(account, [initialize, ...options]);
  await run(command!, rest, { cwd: folder });
}

/** `isDurable`: commits survive the end of the server's process. None survives a power failure. */
function serverArguments(kind: ServerKind, folder: string, port: number, isDurable: boolean): string[] {
  const data = join(folder, 'data');
  if (kind === 'postgres') {
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=off',
      'max_connections=200',
      'shared_buffers=64MB',
      'log_min_messages=fatal',
    ];
    return ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  }
  return [
    '--no-defaults',
    `--datadir=${data}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${join(folder, 'server.sock')}`,
    `--pid-file=${join(folder, 'server.pid')}`,
    `--tmpdir=${folder}`, // concurrent servers must not share their temporary tables
    `--innodb-flush-log-at-trx-commit=${isDurable ? 2 : 0}`,
    '--innodb-buffer-pool-size=64M',
    '--max-connections=200',
  ];
}

function launch(server: string, options: string[], account: string | undefined): ChildProcess {
  const [command, ...rest] = as(account, [server, ...options]);
  const child = spawn(command!, rest, { stdio: 'ignore', cwd: tmpdir() });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

/** Runs as another account where needed. Where possible, the server ends with the tests even on kill -9. */
function as(account: string | undefined, command: string[]): string[] {
  const setpriv = findProgram('setpriv');
  if (!setpriv)
    return account ? ['su', account, '-s', '/bin/sh', '-c', 'exec "$0" "$@"', '--', ...command] : command;
  const identity = account ? [`--reuid=${account}`, `--regid=${account}`, '--clear-groups'] : [];
  return [setpriv, ...identity, '--pdeathsig=KILL', ...command];
}

async function untilReady(kind: ServerKind, url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + startPatienceMs;
  for (;;) {
    try {
      return await administer(kind, url, 'SELECT 1');
    } catch (error) {
      if (child.exitCode !== null) throw new Error(`the ${kind} server ended at once`, { cause: error });
      if (Date.now() > deadline) throw new Error(`the ${kind} server does not answer`, { cause: error });
    }
    await sleep(100);
  }
}
