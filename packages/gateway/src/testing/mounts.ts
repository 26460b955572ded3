import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Leaves no byte free on the disk that `file` is on. */
export function fillDisk(file: string): void {
  const { bavail, bsize } = statfsSync(dirname(file));
  let size = bavail * bsize;
  while (size > 0) {
    try {
      writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch {
      size = Math.floor(size / 2);
    }
  }
}

/** Only root may mount, and not in every container. */
export function canMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'tollgate-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', place], { stdio: 'ignore' });
    execFileSync('umount', [place]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
