import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolder } from './create-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a folder is created with all missing parent folders', () => {
  const path = join(folder, 'a', 'b', 'c');
  createFolder(path, 0o700);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700);
});

test('an existing folder keeps its mode when it is created again', () => {
  const path = join(folder, 'a');
  mkdirSync(path);
  chmodSync(path, 0o755); // whatever the umask is
  createFolder(path, 0o700);
  createFolder(`${path}/`, 0o700);
  expect(statSync(path).mode & 0o777).toBe(0o755);
});

test('a folder is refused when a file has its name', () => {
  const path = join(folder, 'file');
  writeFileSync(path, '');
  expect(() => createFolder(path)).toThrow(/EEXIST/);
  expect(() => createFolder(join(path, 'a'))).toThrow(/ENOTDIR/);
});
