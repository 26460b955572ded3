import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BootError } from '../core/boot-error.ts';
import { createFolder } from '../core/create-folder.ts';
import { describeSystemError } from '../core/system-error.ts';

/**
 * Locks the data folder for this process. Returns how to release it. A killed process leaves its lock file
 * behind: it counts only while that process lives.
 *
 * @throws {BootError} when another instance uses the folder, or it cannot be written
 */
export function lockDataFolder(dataDir: string): () => void {
  const path = join(dataDir, 'lock');
  try {
    createFolder(dataDir, 0o700);
    if (holderOf(path) !== undefined) throw inUse(dataDir, holderOf(path) as number);
    rmSync(path, { force: true });
    writeFileSync(path, `${process.pid} ${startOf(process.pid)}\n`, { flag: 'wx' });
  } catch (cause) {
    if (cause instanceof BootError) throw cause;
    const { code = '' } = cause as NodeJS.ErrnoException;
    const holder = holderOf(path);
    if (code === 'EEXIST' && holder !== undefined) throw inUse(dataDir, holder);
    const reason = describeSystemError(cause);
    throw new BootError(
      `The data folder ${dataDir} cannot be written (${reason}). Set DATA_DIR to another.`,
      {
        cause,
      },
    );
  }
  return () => rmSync(path, { force: true });
}

/**
 * Returns a warning when users other than the owner can use the data folder, with the command that closes it.
 * Does not change the folder: the operator may have shared it on purpose. Returns `undefined` on systems
 * without such modes.
 */
export function findOpenFolder(dataDir: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const mode = statSync(dataDir).mode & 0o777;
  if ((mode & 0o066) === 0) return undefined;
  const folder = resolve(dataDir);
  return (
    `The data folder ${folder} can be read or written by other users of this machine (mode 0${mode.toString(8)}). ` +
    `It holds password hashes and the master key. Close it with: chmod 700 '${folder.replaceAll("'", "'\\''")}'`
  );
}

function inUse(dataDir: string, pid: number): BootError {
  return new BootError(
    `The data folder ${dataDir} is in use by another instance (process ${pid}). Stop that one, or set DATA_DIR to another folder. If this folder is a copy of that instance's folder, use an empty one and copy nothing but master.key into it.`,
  );
}

function holderOf(path: string): number | undefined {
  try {
    const [pid = '', start = ''] = readFileSync(path, 'utf8').trim().split(' ');
    const id = Number(pid);
    return id !== process.pid && lives(id) && startOf(id) === start ? id : undefined;
  } catch {
    return undefined;
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns when a process started, where the system tells it: process ids are reused. */
function startOf(pid: number): string {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '';
    return afterName.split(' ')[19] ?? '?';
  } catch {
    return '?';
  }
}
