/**
 * Returns what a database server said when it refused a connection for good, in an error or its causes: a wrong password,
 * a user or a database that does not exist. Undefined for every other error.
 */
export function findRefusal(error: unknown): string | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; depth += 1) {
    const { code, errno } = each as Error & { code?: unknown; errno?: unknown };
    if (POSTGRES.has(String(code)) || MYSQL.has(Number(errno))) return each.message;
    each = each.cause;
  }
  return undefined;
}

/** Authorization, password, database name: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const POSTGRES = new Set(['28000', '28P01', '3D000']);
/** No access to the database, access denied, unknown database, no login by socket. */
const MYSQL = new Set([1044, 1045, 1049, 1698]);
