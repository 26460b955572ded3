import { findInCauses } from './causes.ts';

const MOVED = 'SQLITE_READONLY_DBMOVED';

/** A write was refused because the path of a SQLite file leads to no file or to another one. */
export class DatabaseMovedError extends Error {
  /** SQLite's own code for this, which it does not check in WAL mode. */
  readonly code = MOVED;

  constructor(file: string) {
    super(
      `The database file ${file} was moved, removed or replaced while the gateway has it open. ` +
        'Put the same file back, or stop the gateway, restore the file and start it again.',
    );
    this.name = 'DatabaseMovedError';
  }
}

/** Returns the error of a write that was refused for that reason, also from the causes. */
export function findDatabaseMoved(error: unknown): DatabaseMovedError | undefined {
  // By its code: it may come from the process that writes for this one.
  return findInCauses(error, (each) =>
    (each as DatabaseMovedError).code === MOVED ? (each as DatabaseMovedError) : undefined,
  );
}
