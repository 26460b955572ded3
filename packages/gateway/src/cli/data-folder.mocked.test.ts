import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gatewayProgram } from '@tollgate/tooling/gateway-program';
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

test.runIf(process.platform === 'linux')(
  'a start ends with a sentence when the data folder is on a file system without folders',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-lock-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [command, environment] of [
      ['serve', { DATA_DIR: '/proc/tollgate' }],
      ['audit', { DATA_DIR: '/proc/tollgate' }],
      ['serve', { DATA_DIR: folder, DATABASE_URL: 'sqlite:/proc/tollgate/gateway.db' }],
    ] as const) {
      const { status, stderr } = spawnSync(process.execPath, [gatewayProgram(), command], {
        env: { ...process.env, ...environment },
        encoding: 'utf8',
        timeout: 60_000,
      });
      expect(stderr).toMatch(
        /^The (data folder|database file) \/proc\/tollgate\S* cannot be \w+ \(.*\)\. .*\n$/,
      );
      expect(status).toBe(1);
    }
  },
  200_000,
);
