import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { lockDataFolder } from '../data-folder.ts';
import { importCommand } from './import.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const take = (from: string) =>
  importCommand(readConfig({ DATA_DIR: join(folder, 'data') }), ['new-api', join(folder, from)]);

test('an import into the folder of a running gateway is refused', async () => {
  const holder = `import('${join(import.meta.dirname, '../data-folder.ts')}').then(({ lockDataFolder }) => {
    lockDataFolder('${join(folder, 'data')}');
    console.log('locked');
    setInterval(() => {}, 1000);
  })`;
  const gateway = spawn(process.execPath, ['-e', holder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(gateway.stdout, 'data');
  new Database(join(folder, 'any.db')).exec('create table users (id integer primary key)').close();
  await expect(take('any.db')).rejects.toThrow('is in use by another instance');
  gateway.kill();
});

test('a source that is not SQLite is named, not the own database', async () => {
  writeFileSync(join(folder, 'notes.txt'), 'no database, '.repeat(100));
  await expect(take('notes.txt')).rejects.toThrow(/notes\.txt is not a SQLite database/);
});

test.each(['', 'create table cats (id integer primary key)'])(
  'a source with "%s" is no new-api',
  async (sql) => {
    new Database(join(folder, 'other.db')).exec(sql || 'vacuum').close();
    await expect(take('other.db')).rejects.toThrow(/has no table of new-api \(options, users, tokens, /);
  },
);

test('a refused import leaves the folder free', async () => {
  await expect(take('missing.db')).rejects.toThrow('There is no database');
  lockDataFolder(join(folder, 'data'))();
});
