import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder } from './data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a folder that a living process uses is refused, and says by whom', () => {
  writeFileSync(join(folder, 'lock'), `${process.ppid} ${startOf(process.ppid)}\n`);
  expect(() => lockDataFolder(folder)).toThrow(new RegExp(`in use.*process ${process.ppid}`));
});

test('the note of a process that is gone, or whose number was used again, is in nobody’s way', () => {
  for (const note of ['4194304 12345\n', `${process.ppid} 1\n`, 'nonsense']) {
    writeFileSync(join(folder, 'lock'), note);
    lockDataFolder(folder)();
  }
});

test('a folder that cannot be made is told in a sentence', () => {
  writeFileSync(join(folder, 'file'), '');
  for (const path of [join(folder, 'file', 'data'), join(folder, 'file')])
    expect(() => lockDataFolder(path)).toThrow(/cannot be written/);
});

function startOf(pid: number): string {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? '?';
}
