import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findOpenFolder, lockDataFolder } from './data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a folder is refused and names the process when a living process uses it', () => {
  writeFileSync(join(folder, 'lock'), `${process.ppid} ${startOf(process.ppid)}\n`);
  expect(() => lockDataFolder(folder)).toThrow(new RegExp(`in use.*process ${process.ppid}`));
});

test('a lock file does not block a start when its process has ended or the process id was reused', () => {
  for (const note of ['4194304 12345\n', `${process.ppid} 1\n`, 'nonsense']) {
    writeFileSync(join(folder, 'lock'), note);
    lockDataFolder(folder)();
  }
});

test('a folder that cannot be created is reported with a readable message', () => {
  writeFileSync(join(folder, 'file'), '');
  for (const path of [join(folder, 'file', 'data'), join(folder, 'file')])
    expect(() => lockDataFolder(path)).toThrow(/cannot be written/);
});

test.each([0o777, 0o755, 0o740, 0o720, 0o704, 0o702])(
  'a warning names the folder and the command that closes it when its mode is %o',
  (mode) => {
    chmodSync(folder, mode);
    expect(findOpenFolder(folder)).toContain(`Close it with: chmod 700 '${folder}'`);
  },
);

test.each([0o700, 0o711])('no warning is given when the mode of the data folder is %o', (mode) => {
  chmodSync(folder, mode);
  expect(findOpenFolder(folder)).toBeUndefined();
});

test('a data folder that existed before keeps its mode when it is open to others', () => {
  chmodSync(folder, 0o777);
  lockDataFolder(folder)();
  expect(statSync(folder).mode & 0o777).toBe(0o777);
});

test('a data folder has the mode 0700 when it is created', () => {
  const created = join(folder, 'data');
  lockDataFolder(created)();
  expect(statSync(created).mode & 0o777).toBe(0o700);
});

function startOf(pid: number): string {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? '?';
}
