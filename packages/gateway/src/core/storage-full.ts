/**
 * Whether a write failed for lack of space: on the disk of SQLite or of the gateway, or on a database server
 * (PostgreSQL 53100, MySQL 1021 and 1114).
 */
export function isStorageFull(error: unknown): boolean {
  return findStorageFull(error) !== undefined;
}

/** Returns the code of the write that failed for lack of space, also from the causes of the error. */
export function findStorageFull(error: unknown): string | number | undefined {
  for (let each = error, depth = 0; each instanceof Object && depth < 5; depth += 1) {
    const { code, errno, cause } = each as { code?: unknown; errno?: unknown; cause?: unknown };
    if (typeof code === 'string' && fullCodes.has(code)) return code;
    if (errno === 1021 || errno === 1114) return errno;
    each = cause;
  }
  return undefined;
}

const fullCodes = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100']);
