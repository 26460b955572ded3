import { basename } from 'node:path';
import { BootError } from '../core/boot-error.ts';

/** The file is empty, or has no tables although the gateway has run. */
export function emptyDatabase(file: string): BootError {
  return new BootError(`The database file ${file} is empty: its content was lost. ${steps(file)}`);
}

/** @param damage SQLite's message */
export function damagedDatabase(file: string, damage: string): BootError {
  return new BootError(
    `The database file ${file} is damaged, or is no SQLite database (${damage}). ${steps(file)}`,
  );
}

/** @param witness the evidence that the database existed, as a clause */
export function lostDatabase(file: string, witness: string): BootError {
  const elsewhere =
    basename(file) === MAIN ? '\nIf the data is on a database server, set DATABASE_URL again.' : '';
  return new BootError(`The database file ${file} is missing, but ${witness}. ${steps(file)}${elsewhere}`);
}

/** @param reason why the operating system refused the folder of the file */
export function unwritableDatabase(file: string, reason: string, cause: unknown): BootError {
  return new BootError(
    `The database file ${file} cannot be created (${reason}). Set DATA_DIR, DATABASE_URL or LOG_DATABASE_URL to another folder.`,
    { cause },
  );
}

/** For damage that is found later in the start. */
export function damageFound(damage: string, cause: unknown): BootError {
  return new BootError(`A SQLite database file of the gateway is damaged (${damage}). ${steps(MAIN)}`, {
    cause,
  });
}

function steps(file: string): string {
  const name = basename(file);
  return `The gateway does not start with it.
  1. Keep a copy of the file and of ${name}-wal, if it is there.
  2. Restore ${name} from a backup.
  3. Without a backup, save what can be read: sqlite3 ${name} .recover | sqlite3 recovered.db
     Then check it with "tollgate audit" and put recovered.db in the place of ${name}.
  4. To begin with an empty database instead, move ${whatToMove(name)} away.
See "A damaged database file" in docs/operating.md.`;
}

/** Without its main database, the other files of a data folder are useless. */
function whatToMove(name: string): string {
  return name === MAIN ? 'everything in the data folder' : `${name}, ${name}-wal and ${name}-shm`;
}

const MAIN = 'tollgate.db';
