import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Journal } from './journal.ts';

/** A full disk refuses blocks to new files, but an existing file can still be written in its own blocks. */
const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>();
  const writeFile: typeof fs.writeFile = async (file, ...rest) => {
    const hasBlocks = existsSync(file as string) && statSync(file as string).size > 0;
    if (disk.isFull && !hasBlocks)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    return fs.writeFile(file, ...rest);
  };
  return { ...fs, writeFile };
});

test('the check fails when the disk became full after an earlier check', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const journal = new Journal(folder, 'life');
  await journal.check();
  disk.isFull = true;
  await expect(journal.check()).rejects.toThrow('ENOSPC');
  disk.isFull = false;
  await journal.check();
  journal.close(true);
});
