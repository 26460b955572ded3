import { chmodSync, closeSync, existsSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import Database from 'better-sqlite3';
import { createFolder } from '../core/create-folder.ts';
import { describeSystemError } from '../core/system-error.ts';
import { findDamage, hasTables } from './sqlite-damage.ts';
import { damagedDatabase, emptyDatabase, lostDatabase, unwritableDatabase } from './sqlite-texts.ts';

/** SQLite gives its companion files the mode of the database file, but only when it creates them. */
const COMPANIONS = ['', '-wal', '-shm', '-journal'];

/** What other files reveal about earlier starts of the gateway. */
export interface EarlierStart {
  /** An earlier start created the tables: a database without tables lost them. */
  hadTables(): boolean;
  /** The gateway has served: a missing database was lost. A master key alone may be provided beforehand. */
  hasServed(): boolean;
}

/**
 * Prepares the file of a SQLite database: it exists, only its owner can read it, and it is a database. A
 * lost, empty or damaged file never counts as a new installation, which any visitor could set up.
 *
 * @throws {BootError} that says how to repair it
 */
export function prepareSqliteFile(file: string, { hadTables, hasServed }: EarlierStart): void {
  try {
    createFolder(dirname(file), 0o700);
  } catch (cause) {
    throw unwritableDatabase(file, describeSystemError(cause), cause);
  }
  if (!existsSync(file)) {
    if (sizeOf(`${file}-wal`) > 0)
      throw lostDatabase(file, `its write-ahead log ${basename(file)}-wal is there`);
    if (hasServed()) throw lostDatabase(file, 'other files of the data folder say that the gateway has run');
    createDatabase(file);
    return;
  }
  for (const companion of COMPANIONS) makePrivate(file + companion);
  if (sizeOf(file) === 0) throw emptyDatabase(file);
  const damage = findDamage(file);
  if (damage) throw damagedDatabase(file, damage);
  if (hadTables() && !hasTables(file)) throw emptyDatabase(file);
}

/** Gives the file its name only when it is a database, so that a killed start leaves no empty file. */
function createDatabase(file: string): void {
  const draft = `${file}.${process.pid}.new`;
  rmSync(draft, { force: true });
  closeSync(openSync(draft, 'wx', 0o600));
  const database = new Database(draft);
  database.pragma('journal_mode = WAL'); // Writes the first page.
  database.close();
  try {
    linkSync(draft, file); // Fails when another process was faster; a rename would replace its database.
    rmSync(draft);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(file)) rmSync(draft);
    else renameSync(draft, file); // A file system without links.
  }
}

/** These files contain password hashes and sealed keys. A folder that existed before may be open to all. */
function makePrivate(path: string): void {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  } catch {
    // It does not exist, or the file system or its owner does not allow it. Then its mode stays.
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
