import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { restoreCommand } from './restore.ts';

test.each([
  ['random bytes', () => randomBytes(8192)],
  ['lost pages', (file: Buffer) => Buffer.concat([file.subarray(0, 8192), randomBytes(65_536)])],
  ['no bytes', () => Buffer.alloc(0)],
])('a backup with %s is refused by its own path, and nothing changes', async (_, damage) => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-damage-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [backup, dataDir] = [join(folder, 'backup'), join(folder, 'data')];
  for (const each of [backup, dataDir]) mkdirSync(each);
  for (const name of ['tollgate.db', 'logs.db']) {
    const database = new Database(join(backup, name));
    database.exec('CREATE TABLE account (id, note)');
    const add = database.prepare('INSERT INTO account VALUES (?, ?)');
    const note = 'a note of some length, so that there are pages';
    database.transaction(() => {
      for (let id = 0; id < 1000; id += 1) add.run(id, note);
    })();
    database.close();
  }
  const file = join(backup, 'logs.db');
  writeFileSync(file, damage(readFileSync(file)));
  writeFileSync(join(dataDir, 'tollgate.db'), 'what is here');

  const refused = await restoreCommand(readConfig({ DATA_DIR: dataDir }), [backup]).catch(
    ({ message }: Error) => message,
  );
  expect(refused).toContain(`The backup ${file} is damaged`);
  expect(refused).toContain('Nothing was changed here.');
  expect(refused).not.toMatch(/does not start|restore-\d/);
  expect(readdirSync(dataDir)).toEqual(['tollgate.db']);
  expect(readFileSync(join(dataDir, 'tollgate.db'), 'utf8')).toBe('what is here');
});
