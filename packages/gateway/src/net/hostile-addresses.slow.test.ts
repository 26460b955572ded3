import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findProgram } from '../testing/server-programs.ts';
import { PRIVATE, PUBLIC_V4, PUBLIC_V6 } from '../testing/ssrf/addresses.ts';

interface Figures {
  forms: number;
  entries: number;
  attempts: number;
  publicHits: number;
  silent: string[];
  reached: string[];
}

const script = join(import.meta.dirname, '../testing/ssrf/attack.ts');

test.skipIf(!canUnshare())(
  'a gateway dials no address inside its network, under any name and from any setting',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-ssrf-'));
    writeFileSync(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n');
    const { stdout } = await promisify(execFile)('unshare', ['-n', '-m', 'sh', '-c', enter(folder)], {
      maxBuffer: 10_000_000,
    });
    rmSync(folder, { recursive: true, force: true });

    const { reached, ...figures } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Figures;
    process.stdout.write(`${JSON.stringify(figures)}, ${reached.length} reached\n`);
    expect(reached).toEqual([]);
    expect(figures.forms).toBeGreaterThanOrEqual(42);
    expect(figures.silent).toEqual([]);
  },
  900_000,
);

/** A network with only the loopback device, with public and private addresses and its own name server. */
function enter(folder: string): string {
  const addresses = [...PRIVATE, PUBLIC_V4, PUBLIC_V6].map(
    (address) => `ip addr add ${address}/${address.includes(':') ? '128 nodad' : '32'} dev lo`,
  );
  return [
    'ip link set lo up',
    ...addresses,
    `mount --bind ${folder}/resolv.conf /etc/resolv.conf`,
    `exec ${process.execPath} ${script} ${folder}/data`,
  ].join(' && ');
}

/** Only root may create networks, and not in every container. */
function canUnshare(): boolean {
  if (!findProgram('unshare') || !findProgram('ip', ['/usr/sbin', '/sbin'])) return false;
  try {
    execFileSync('unshare', ['-n', '-m', 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
