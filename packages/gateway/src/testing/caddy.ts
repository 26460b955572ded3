import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { findProgram } from './server-programs.ts';

export const caddyProgram = findProgram('caddy', ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']);

const FILE = join(import.meta.dirname, '../../../../deploy/Caddyfile');
const START_MS = 20_000;

/**
 * Starts the real Caddy with `deploy/Caddyfile` in front of several gateways, on a free port of 127.0.0.1 without TLS.
 * Changes only names, ports, the addresses of the gateways and the time between looks at their health.
 */
export async function startCaddy(
  gatewayUrls: readonly string[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-caddy-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const hosts = gatewayUrls.map((gateway) => new URL(gateway).host);
  const site = readFileSync(FILE, 'utf8')
    .replace('gate.example {', `${url} {`)
    .replace('reverse_proxy 127.0.0.1:3000 {', `reverse_proxy ${hosts.join(' ')} {`)
    .replace('health_interval 5s', 'health_interval 200ms');
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n}\n${site}`);
  const child = spawn(caddyProgram as string, ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (bytes) => (errors += bytes));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    const ended = child.exitCode === null && new Promise((resolve) => child.once('exit', resolve));
    kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = performance.now() + START_MS;
  while (!(await fetch(`${url}/livez`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`Caddy does not start: ${errors}`);
    }
    await sleep(50);
  }
  return { url, stop };
}
