import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openGateway } from '../cli/open-gateway.ts';
import { readConfig } from '../config.ts';
import { BootError } from '../core/boot-error.ts';
import { createLog } from '../log.ts';
import { writeEmptyDatabases } from '../testing/sqlite-template.ts';
import { connect } from './connect.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tollgate-file-'));
  chmodSync(dataDir, 0o755);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const inside = (name: string) => join(dataDir, name);
const start = () => openGateway(readConfig({ DATA_DIR: dataDir }), createLog('silent'));
/** The database files that other users than their owner may read or write. */
const openFiles = () =>
  readdirSync(dataDir).filter((name) => /\.db/.test(name) && (statSync(inside(name)).mode & 0o077) !== 0);
/** The error message for the operator. */
const refusal = async () => {
  const error = await start().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(BootError);
  return (error as BootError).message;
};
const ranOnce = async () => {
  await writeEmptyDatabases(dataDir);
  await (await start()).close();
};

test('database files are private when the data folder existed with mode 0755', async () => {
  const gateway = await start();
  expect(readdirSync(dataDir)).toEqual(
    expect.arrayContaining(['logs.db', 'logs.db-wal', 'tollgate.db', 'tollgate.db-shm', 'tollgate.db-wal']),
  );
  expect(openFiles()).toEqual([]);
  await gateway.close();
  expect(openFiles()).toEqual([]);
});

test('database files that others can read become private at start', async () => {
  await ranOnce();
  writeFileSync(inside('logs.db-wal'), '');
  for (const name of ['tollgate.db', 'logs.db', 'logs.db-wal']) chmodSync(inside(name), 0o644);
  const gateway = await start();
  expect(openFiles()).toEqual([]);
  await gateway.close();
});

test.each(['tollgate.db', 'logs.db'])('a gateway is refused when %s is empty', async (name) => {
  await ranOnce();
  truncateSync(inside(name), 0);
  const text = await refusal();
  expect(text).toContain(`${inside(name)} is empty`);
  expect(text).toMatch(/Restore .* from a backup[\s\S]*\.recover[\s\S]*move .* away/);
  expect(statSync(inside(name)).size).toBe(0);
});

test('an empty file is refused in a folder without other files', async () => {
  writeFileSync(inside('tollgate.db'), '');
  expect(await refusal()).toContain('is empty');
});

test.each(['tollgate.db', 'logs.db'])('a gateway is refused when %s is no database', async (name) => {
  await ranOnce();
  writeFileSync(inside(name), 'not a database at all, '.repeat(500));
  expect(await refusal()).toMatch(/is damaged, or is no SQLite database[\s\S]*\.recover/);
});

test('a gateway is refused when pages of its database are overwritten', async () => {
  await ranOnce();
  const bytes = readFileSync(inside('tollgate.db'));
  bytes.fill(0xa5, 4096 * 3, 4096 * 9);
  writeFileSync(inside('tollgate.db'), bytes);
  expect(await refusal()).toContain('is damaged');
});

test('a gateway is refused when its database was cut', async () => {
  await ranOnce();
  truncateSync(inside('tollgate.db'), 4096 * 4);
  expect(await refusal()).toContain('is damaged');
});

test.each(['master.key', 'ledger', 'logs.db'])(
  'a database without tables is refused when %s shows that the gateway has run',
  async (witness) => {
    await ranOnce();
    for (const name of readdirSync(dataDir)) if (name !== witness) rmSync(inside(name), { recursive: true });
    const database = new Database(inside('tollgate.db'));
    database.pragma('user_version = 1');
    database.close();
    expect(await refusal()).toContain('is empty');
  },
);

test('a write-ahead log without its database is refused', async () => {
  await ranOnce();
  renameSync(inside('tollgate.db'), inside('tollgate.db-wal'));
  expect(await refusal()).toMatch(/is missing, but its write-ahead log tollgate\.db-wal is there/);
  expect(existsSync(inside('tollgate.db'))).toBe(false);
});

test.each([
  ['everything else', ['master.key', 'ledger', 'logs.db']],
  ['the journal', ['ledger']],
  ['the usage log', ['logs.db']],
])('a gateway is refused when only %s is left of its data folder', async (_, left) => {
  await ranOnce();
  for (const name of readdirSync(dataDir))
    if (!left.includes(name)) rmSync(inside(name), { recursive: true });
  const text = await refusal();
  expect(text).toContain(`${inside('tollgate.db')} is missing`);
  expect(text).toMatch(/Restore tollgate\.db from a backup[\s\S]*move everything in the data folder away/);
  expect(text).toContain('DATABASE_URL');
  expect(existsSync(inside('tollgate.db'))).toBe(false);
});

test('a gateway starts when its data folder contains only a master key', async () => {
  await ranOnce();
  for (const name of readdirSync(dataDir))
    if (name !== 'master.key') rmSync(inside(name), { recursive: true });
  await (await start()).close();
});

test('a gateway starts with an empty database when its data folder was emptied', async () => {
  await ranOnce();
  for (const name of readdirSync(dataDir)) rmSync(inside(name), { recursive: true });
  const gateway = await start();
  expect(await gateway.ctx.db.selectFrom('setups').selectAll().execute()).toEqual([]);
  await gateway.close();
});

test('a first start that was killed before it created its tables continues', async () => {
  await (await connect({ dataDir })).close();
  expect(statSync(inside('tollgate.db')).size).toBeGreaterThan(0);
  await (await start()).close();
});
