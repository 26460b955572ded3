import { findInCauses } from './causes.ts';

/** A statement failed because the database server is unreachable or accepts no work at the moment. */
export class DatabaseGoneError extends Error {
  /** The code from the driver or the server, such as `ECONNREFUSED`, `57P01` or `ER_CON_COUNT_ERROR`. */
  readonly code: string;

  constructor(code: string, cause: Error) {
    super(`The database does not answer or takes no work (${code}).`, { cause });
    this.name = 'DatabaseGoneError';
    this.code = code;
  }
}

/** The same for a separate log database: calls continue without it. */
export class LogDatabaseGoneError extends DatabaseGoneError {
  constructor(code: string, cause: Error) {
    super(code, cause);
    this.message = `The log database does not answer or takes no work (${code}).`;
    this.name = 'LogDatabaseGoneError';
  }
}

/**
 * Returns the failure of the database server among an error and its causes. Only `db/` creates these errors,
 * so that a refused connection to a provider or a mail server does not count as one.
 */
export function findDatabaseGone(error: unknown): DatabaseGoneError | undefined {
  return findInCauses(error, (each) => (each instanceof DatabaseGoneError ? each : undefined));
}
