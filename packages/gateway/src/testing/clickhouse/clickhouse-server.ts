import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHDB_FOLDER } from '@tollgate/tooling/chdb';
import { freePort } from '../free-port.ts';

/** ClickHouse's engine as a server on 127.0.0.1. */
export interface ClickhouseTestServer {
  /** Without a database. */
  readonly url: string;
  stop(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('./chdb_server.py', import.meta.url));

/** A Python that has the package `chdb`: the one that CHDB_PYTHON names, or the usual one. */
export function findChdbPython(): string | undefined {
  const python = process.env.CHDB_PYTHON || 'python3';
  const look = 'import importlib.util, sys; sys.exit(importlib.util.find_spec("chdb") is None)';
  return spawnSync(python, ['-c', look], { env }).status === 0 ? python : undefined;
}

/** `installPrograms` of packages/tooling puts it there on test machines. */
const env = {
  ...process.env,
  PYTHONPATH: [CHDB_FOLDER, process.env.PYTHONPATH].filter(Boolean).join(delimiter),
};

export async function startClickhouse(): Promise<ClickhouseTestServer> {
  const python = findChdbPython();
  if (!python) throw new Error('no Python with the package chdb is installed here');
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-clickhouse-'));
  const port = await freePort();
  const child = spawn(python, [SCRIPT, String(port), folder], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const ended = once(child, 'exit');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('chdb did not start'))),
  ]);
  return {
    url: `clickhouse://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates an empty database. Returns its address. */
export async function createClickhouseDatabase(url: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const answer = await fetch(url.replace('clickhouse:', 'http:'), {
    method: 'POST',
    body: `create database ${name}`,
  });
  if (!answer.ok) throw new Error(await answer.text());
  return `${url}/${name}`;
}
