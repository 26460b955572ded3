import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../db/connect.ts';
import { type AuditReport, audit } from '../ledger/index.ts';
import { bareEnvironment } from '../testing/bare-environment.ts';
import { type RelayLab, startRelayLab } from '../testing/relay.ts';

const main = join(import.meta.dirname, '../main.ts');
let lab: RelayLab;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-backup-'));
  lab = await startRelayLab({ quota: 1_000_000_000 });
});
afterAll(async () => {
  await lab.close();
  rmSync(folder, { recursive: true });
});

/** Runs `tollgate` in a separate process, next to the gateway. */
function tollgate(command: string[], environment: Record<string, string> = {}) {
  const env = { ...bareEnvironment, DATA_DIR: lab.dataDir, ...environment };
  const child = spawn(process.execPath, [main, ...command], { env });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  return new Promise<{ status: number | null; output: string }>((resolve) =>
    child.on('exit', (status) => resolve({ status, output })),
  );
}

/** Calls the gateway from eight callers until `work` is done. */
async function underLoad<T>(work: () => Promise<T>): Promise<T> {
  let isDone = false;
  const callers = Array.from({ length: 8 }, async () => {
    while (!isDone) {
      await lab.chat().then((answer) => answer.text());
      await sleep(PAUSE_MS);
    }
  });
  try {
    return await work();
  } finally {
    isDone = true;
    await Promise.all(callers);
  }
}

async function auditCopy(dataDir: string): Promise<AuditReport> {
  const { db, logDb, close } = await connect({ dataDir });
  try {
    return await audit(db, logDb, { graceSeconds: 0 });
  } finally {
    await close();
  }
}

test('the books of a backup add up when it is taken under load', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const target = join(folder, `under-load-${round}`);
    const { status, output } = await underLoad(() => tollgate(['backup', target]));
    expect(output).toContain('The books add up.');
    expect(status).toBe(0);
    const { failures, entries } = await auditCopy(target);
    expect(failures).toEqual([]);
    expect(entries).toBeGreaterThan(0);
  }
}, 300_000);

test('a backup holds two private files and no key', async () => {
  const target = join(folder, 'files');
  await tollgate(['backup', target]);
  const modes = readdirSync(target).map((name) => [name, statSync(join(target, name)).mode & 0o777]);
  expect(Object.fromEntries(modes)).toEqual({ 'logs.db': 0o600, 'tollgate.db': 0o600 });
});

test('a backup is refused when its folder has files', async () => {
  const target = join(folder, 'full');
  mkdirSync(target);
  writeFileSync(join(target, 'tollgate.db'), 'precious');
  const { status, output } = await tollgate(['backup', target]);
  expect([status, output]).toEqual([1, `The folder ${target} is not empty. Name a new one.\n`]);
});

for (const name of ['tollgate.db', 'logs.db'])
  test(`a backup says what to do and leaves no folder when ${name} was moved`, async () => {
    const target = join(folder, `without-${name}`);
    const [file, elsewhere] = [join(lab.dataDir, name), join(folder, name)];
    renameSync(file, elsewhere);
    const { status, output } = await tollgate(['backup', target]);
    renameSync(elsewhere, file);
    expect([status, existsSync(target)]).toEqual([1, false]);
    expect(output).toMatch(/^There is no database file .* put it back and run the command again/);
    expect(output).not.toMatch(/\n\s+at /);
  });

test('a backup of a database server names the tools of the server', async () => {
  const environment = { DATABASE_URL: 'postgres://127.0.0.1/gateway' };
  const { status, output } = await tollgate(['backup', join(folder, 'server')], environment);
  expect(status).toBe(1);
  expect(output).toContain('pg_dump');
});

const ROUNDS = 2;
/** Eight callers write throughout a backup, and leave it a core. */
const PAUSE_MS = 20;
