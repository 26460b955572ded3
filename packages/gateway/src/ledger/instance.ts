import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createFolder } from '../core/create-folder.ts';
import { isBusy } from '../db/sqlite.ts';
import { bootId } from './boot-id.ts';

/** One run of a gateway, as the database knows it, with the folder of its journals. */
export interface Instance {
  /** Of this run alone: a copy of the folder, or a restart, is another instance. Sorts by time. */
  readonly id: string;
  /** Names the folder on this machine: a copy of the folder has another one. */
  readonly place: string;
  readonly folder: string;
  /** Lets another process take the folder. */
  release(): void;
}

/** The database knows for so long that an instance ended. A copy of its folder that is older is not known as one. */
export const KEEP_ENDED_MS = 365 * 86_400_000;

/** Takes the first free folder, so that a restart finds what its earlier run left and two processes never share one. */
export function claimInstance(dataDir: string): Instance {
  for (let number = 1; ; number++) {
    const instance = claim(join(dataDir, 'ledger', String(number)));
    if (instance) return instance;
  }
}

/** The folders of processes that ended and were not started again: theirs to recover by whoever starts. */
export function claimAbandoned(dataDir: string): Instance[] {
  const root = join(dataDir, 'ledger');
  const names = existsSync(root) ? readdirSync(root) : [];
  return names.map((name) => claim(join(root, name))).filter((instance) => instance !== undefined);
}

/** Undefined where a living process has it. A lock of SQLite goes with its process, on every system. */
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

/** Whoever holds the lock of a folder knows that every earlier run with the same place has ended. */
function placeOf(folder: string): string {
  const { dev, ino } = statSync(join(folder, 'lock'), { bigint: true });
  const boot = bootId();
  // A container that is made anew with the same volume has another host name.
  const machine = boot === 'unknown' ? hostname() : boot;
  const text = [machine, realpathSync(folder), dev, ino].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
