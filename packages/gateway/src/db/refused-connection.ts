import { findInCauses } from '../core/causes.ts';

/**
 * Returns the message of a database server that refused a connection permanently, from an error or its
 * causes: a wrong password, an unknown user or database. Returns undefined for every other error.
 */
export function findRefusal(error: unknown): string | undefined {
  return findInCauses(error, (each) => {
    const { code, errno } = each as Error & { code?: unknown; errno?: unknown };
    return POSTGRES.has(String(code)) || MYSQL.has(Number(errno)) ? each.message : undefined;
  });
}

/** Authorization, password, database name: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const POSTGRES = new Set(['28000', '28P01', '3D000']);
/** No access to the database, access denied, unknown database, no login by socket. */
const MYSQL = new Set([1044, 1045, 1049, 1698]);
