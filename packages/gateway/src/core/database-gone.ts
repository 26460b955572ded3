/** A statement failed because the database server cannot be reached, or takes no work at the moment. */
export class DatabaseGoneError extends Error {
  /** What the driver or the server said, such as `ECONNREFUSED`, `57P01` or `ER_CON_COUNT_ERROR`. */
  readonly code: string;

  constructor(code: string, cause: Error) {
    super(`The database does not answer or takes no work (${code}).`, { cause });
    this.name = 'DatabaseGoneError';
    this.code = code;
  }
}

/** The same of the log database, where it is a database of its own: calls go on without it. */
export class LogDatabaseGoneError extends DatabaseGoneError {
  constructor(code: string, cause: Error) {
    super(code, cause);
    this.message = `The log database does not answer or takes no work (${code}).`;
    this.name = 'LogDatabaseGoneError';
  }
}

/**
 * Returns the failure of the database server among an error and its causes. Only `db/` makes these errors, so that a
 * refused connection to a provider or a mail server is never taken for one.
 */
export function findDatabaseGone(error: unknown): DatabaseGoneError | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; depth += 1) {
    if (each instanceof DatabaseGoneError) return each;
    each = each.cause;
  }
  return undefined;
}
