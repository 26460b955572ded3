import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createFolder } from '../core/create-folder.ts';
import { isBusy } from '../db/sqlite.ts';

/** A place on this machine where one process keeps its journals, and the name under which the database knows it. */
export interface Instance {
  readonly id: string;
  readonly folder: string;
  /** Lets another process take the place. */
  release(): void;
}

/** Takes the first free place, so that a restart finds what its earlier life left and two processes never share one. */
export function claimInstance(dataDir: string): Instance {
  for (let number = 1; ; number++) {
    const instance = claim(join(dataDir, 'ledger', String(number)));
    if (instance) return instance;
  }
}

/** The places of processes that ended and were not started again: theirs to recover by whoever starts. */
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
  return { id: nameOf(folder), folder, release: () => lock.close() };
}

function nameOf(folder: string): string {
  const file = join(folder, 'name');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const name = randomBytes(12).toString('hex');
  writeFileSync(`${file}.new`, name);
  renameSync(`${file}.new`, file);
  return name;
}
