/**
 * Whether a write failed because of its data: an invalid value or a duplicate key. Other errors are failures
 * of the database itself, and the same write may succeed later.
 */
export function isRowError(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return true;
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  if (typeof errno === 'number' && MYSQL_ROW_ERRORS.has(errno)) return true;
  return typeof code === 'string' && (POSTGRES_ROW_ERROR.test(code) || SQLITE_ROW_ERROR.test(code));
}

/** Data exceptions and integrity violations. */
const POSTGRES_ROW_ERROR = /^2[23][0-9A-Z]{3}$/;
const SQLITE_ROW_ERROR = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/;
/** Null, duplicate key, out of range, wrong value, too long, bad JSON, failed check. */
const MYSQL_ROW_ERRORS = new Set([1048, 1062, 1264, 1265, 1292, 1366, 1406, 3140, 3819, 4025]);
