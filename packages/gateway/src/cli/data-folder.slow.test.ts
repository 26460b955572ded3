import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lockDataFolder } from './data-folder.ts';

const disk = vi.hoisted(() => ({ failure: undefined as Error | undefined }));
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  const rmSync: typeof fs.rmSync = (path, options) => {
    if (disk.failure && String(path).endsWith('lock')) throw disk.failure;
    fs.rmSync(path, options);
  };
  return { ...fs, rmSync };
});

test('a refused data folder names the reason when the error has no code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // Node throws this for a lock file on a disk that is mounted read-only.
  disk.failure = new Error(", Unknown error: Read-only file system '/data/lock'");
  try {
    expect(() => lockDataFolder(folder)).toThrow(/cannot be written \(Unknown error: Read-only file system/);
  } finally {
    disk.failure = undefined;
  }
});
