import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createFolder } from '../core/create-folder.ts';
import { isBusy } from '../db/sqlite-connection.ts';
import { bootId } from './boot-id.ts';

/** One run of a gateway, as the database identifies it, with the folder of its journals. */
export interface Instance {
  /** Unique for this run: a copy of the folder, or a restart, is another instance. Sorts by time. */
  readonly id: string;
  /** Identifies the folder on this machine: a copy of the folder has another value. */
  readonly place: string;
  readonly folder: string;
  /** Releases the lock, so that another process can claim the folder. */
  release(): void;
}

/** How long the database remembers ended instances. An older copy of a folder is not recognized as a copy. */
export const KEEP_ENDED_MS = 365 * 86_400_000;

/** Claims the first free folder: a restart finds the journals of its earlier run, and no folder is shared. */
export function claimInstance(dataDir: string): Instance {
  for (let number = 1; ; number++) {
    const instance = claim(join(dataDir, 'ledger', String(number)));
    if (instance) return instance;
  }
}

/** Claims the folders of processes that ended and did not restart. The process that starts recovers them. */
export function claimAbandoned(dataDir: string): Instance[] {
  const root = join(dataDir, 'ledger');
  const names = existsSync(root) ? readdirSync(root) : [];
  return names.map((name) => claim(join(root, name))).filter((instance) => instance !== undefined);
}

/** Undefined when a running process has it. A lock of SQLite ends with its process on every system. */
export function claim(folder: string): Instance | undefined {
  createFolder(folder, 0o700);
  const lock = new Database(join(folder, 'lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { id: createId(), place: placeOf(folder), folder, release: () => lock.close() };
}

function createId(): string {
  return `${Date.now().toString(36).padStart(9, '0')}-${randomBytes(8).toString('hex')}`;
}

/** The process that locks a folder can infer that every earlier run with the same place has ended. */
function placeOf(folder: string): string {
  const { dev, ino } = statSync(join(folder, 'lock'), { bigint: true });
  const boot = bootId();
  // A container that is recreated with the same volume has another host name.
  const machine = boot === 'unknown' ? hostname() : boot;
  const text = [machine, realpathSync(folder), dev, ino].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
