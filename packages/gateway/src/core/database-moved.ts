/** A write was refused because the path of a SQLite file leads to no file or to another one. */
export class DatabaseMovedError extends Error {
  /** SQLite's own code for this, which it does not check in WAL mode. */
  readonly code = 'SQLITE_READONLY_DBMOVED';

  constructor(file: string) {
    super(
      `The database file ${file} was moved, removed or replaced while the gateway has it open. ` +
        'Put the same file back, or stop the gateway, restore the file and start it again.',
    );
    this.name = 'DatabaseMovedError';
  }
}

/** Returns the refusal of a write for that reason, also where it is the cause of the error. */
export function findDatabaseMoved(error: unknown): DatabaseMovedError | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; depth += 1) {
    if (each instanceof DatabaseMovedError) return each;
    each = each.cause;
  }
  return undefined;
}
