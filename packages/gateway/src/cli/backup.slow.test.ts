import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gatewayProgram } from '@tollgate/tooling/gateway-program';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connect } from '../db/connect.ts';
import { type AuditReport, audit } from '../ledger/index.ts';
import { bareEnvironment } from '../testing/bare-environment.ts';
import { type RelayLab, startRelayLab } from '../testing/relay.ts';
import { lockDataFolder } from './data-folder.ts';

const main = gatewayProgram();
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

test('a restored backup has the balances and keys of its moment, and what was there is kept', async () => {
  const [target, dataDir] = [join(folder, 'to-restore'), join(folder, 'restored')];
  await lab.chat().then((answer) => answer.text());
  await tollgate(['backup', target]);
  mkdirSync(dataDir);
  copyFileSync(join(lab.dataDir, 'master.key'), join(dataDir, 'master.key'));
  expect(await tollgate(['restore', target], { DATA_DIR: dataDir })).toMatchObject({
    status: 0,
    output: expect.stringMatching(
      /^Restored [1-9]\d* accounts and [1-9]\d* entries .*Start the gateway\.\n$/,
    ),
  });
  expect(readdirSync(dataDir).sort()).toEqual(['logs.db', 'master.key', 'tollgate.db']);
  expect(statSync(join(dataDir, 'tollgate.db')).mode & 0o777).toBe(0o600);
  expect((await auditCopy(dataDir)).failures).toEqual([]);
  expect(await tollgate(['keys', 'check'], { DATA_DIR: dataDir })).toMatchObject({ status: 0 });

  const again = await tollgate(['restore', target], { DATA_DIR: dataDir });
  const [, before = ''] = /What was here is in (\S+)\. /.exec(again.output) ?? [];
  expect(readdirSync(before)).toContain('tollgate.db');
  expect((await auditCopy(dataDir)).failures).toEqual([]);
}, 120_000);

test('nothing is restored over a running gateway', async () => {
  const release = lockDataFolder(lab.dataDir);
  onTestFinished(release);
  const { status, output } = await tollgate(['restore', join(folder, 'files')]);
  expect([status, output]).toEqual([1, expect.stringMatching(/is in use by another instance/)]);
  expect((await lab.chat()).status).toBe(200);
});

test.each([
  ['has another master key', 'key', /master key/],
  ['is damaged', 'damage', /^The backup .*tollgate\.db is damaged.*Nothing was changed/s],
  ['does not add up', 'books', /does not add up.*Nothing was changed/s],
  ['lacks a file', 'file', /no logs\.db/],
])(
  'a backup that %s is refused and changes nothing',
  async (_, fault, sentence) => {
    const [target, dataDir] = [join(folder, `refused-${fault}`), join(folder, `untouched-${fault}`)];
    cpSync(join(folder, 'files'), target, { recursive: true });
    mkdirSync(dataDir);
    if (fault === 'key') writeFileSync(join(dataDir, 'master.key'), randomBytes(32).toString('base64'));
    else copyFileSync(join(lab.dataDir, 'master.key'), join(dataDir, 'master.key'));
    const file = join(target, 'tollgate.db');
    if (fault === 'file') rmSync(join(target, 'logs.db'));
    if (fault === 'damage')
      writeFileSync(file, Buffer.concat([readFileSync(file).subarray(0, 8192), randomBytes(65_536)]));
    if (fault === 'books') {
      const database = new Database(file);
      database.exec('UPDATE account SET balance = balance + 1');
      database.close();
    }
    const { status, output } = await tollgate(['restore', target], { DATA_DIR: dataDir });
    expect(output).toMatch(sentence);
    expect(output).not.toMatch(/\n\s+at /);
    expect([status, readdirSync(dataDir)]).toEqual([1, ['master.key']]);
  },
  60_000,
);

const ROUNDS = 2;
/** Eight callers write throughout a backup, and leave it a core. */
const PAUSE_MS = 20;
