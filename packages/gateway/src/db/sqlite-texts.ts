import { basename } from 'node:path';
import { BootError } from '../core/boot-error.ts';

/** The file is empty, or has no tables although the gateway has run. */
export function emptyDatabase(file: string): BootError {
  return new BootError(`The database file ${file} is empty: its content was lost. ${steps(file)}`);
}

/** @param damage what SQLite says */
export function damagedDatabase(file: string, damage: string): BootError {
  return new BootError(
    `The database file ${file} is damaged, or is no SQLite database (${damage}). ${steps(file)}`,
  );
}

/** Only the write-ahead log is left. */
export function lostDatabase(file: string): BootError {
  return new BootError(
    `The database file ${file} is missing, but its write-ahead log ${basename(file)}-wal is there. ${steps(file)}`,
  );
}

/** For damage that shows only later in the start. */
export function damageFound(damage: string, cause: unknown): BootError {
  return new BootError(
    `A SQLite database file of the gateway is damaged (${damage}). ${steps('tollgate.db')}`,
    {
      cause,
    },
  );
}

function steps(file: string): string {
  const name = basename(file);
  return `The gateway does not start with it.
  1. Keep a copy of the file and of ${name}-wal, if it is there.
  2. Restore ${name} from a backup.
  3. Without a backup, save what can be read: sqlite3 ${name} .recover | sqlite3 recovered.db
     Then check it with "tollgate audit" and put recovered.db in the place of ${name}.
  4. To begin with an empty database instead, move ${name}, ${name}-wal and ${name}-shm away.
See "A damaged database file" in docs/operating.md.`;
}
