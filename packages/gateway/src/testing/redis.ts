import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { freePort } from './free-port.ts';
import { findProgram } from './server-programs.ts';

export interface TestRedis {
  readonly url: string;
  /** Writes directly, without the product. */
  command(...parts: string[]): Promise<unknown>;
  /** Keeps its connections and stops answering. */
  freeze(): void;
  thaw(): void;
  /** Ends it at once and starts it again, empty, on the same port. */
  restart(awayMs: number): Promise<void>;
  stop(): Promise<void>;
}

export const redisProgram = findProgram('redis-server') ?? findProgram('valkey-server');

/** Starts a real Redis on a free port of this machine, without persistence. */
export async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-redis-'));
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const launch = () => spawn(redisProgram as string, settings, { stdio: 'ignore' });
  let child = launch();
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const client = createClient({ url: `redis://127.0.0.1:${port}` });
  client.on('error', () => {});
  await client.connect();

  return {
    url: `redis://127.0.0.1:${port}`,
    command: (...parts) => client.sendCommand(parts),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async restart(awayMs) {
      await ended(child);
      await sleep(awayMs);
      child = launch();
    },
    async stop() {
      client.destroy();
      process.off('exit', kill);
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ended(child: ChildProcess): Promise<unknown> {
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  return end;
}
