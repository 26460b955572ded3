/**
 * Whether a write failed because there is no room left: the disk of SQLite or of the gateway, or that of a database
 * server (PostgreSQL 53100, MySQL 1021 and 1114).
 */
export function isStorageFull(error: unknown): boolean {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  return fullCodes.has(code) || errno === 1021 || errno === 1114;
}

const fullCodes = new Set<unknown>(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100']);
