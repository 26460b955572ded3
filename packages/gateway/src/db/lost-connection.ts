import { BootError } from '../core/boot-error.ts';
import { DatabaseGoneError } from '../core/database-gone.ts';

/**
 * Returns why the database server is away, if an error of `pg` or `mysql2` says so by its code, or by its
 * message when it has none. Returns `undefined` for an error of the statement itself. A retry may succeed
 * later.
 */
export function findLossReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errno, syscall } = error as Error & { code?: unknown; errno?: unknown; syscall?: unknown };
  if (typeof errno === 'number' && MYSQL_NUMBERS.has(errno)) return String(code ?? errno);
  if (typeof code === 'string') {
    const isMissingSocket = code === 'ENOENT' && syscall === 'connect';
    return CODES.has(code) || POSTGRES_CLASS_08.test(code) || isMissingSocket ? code : undefined;
  }
  // The drivers' own errors without a code: a pool that waited too long, a connection that ended between two
  // statements.
  return WITHOUT_CODE.test(error.message) ? error.message : undefined;
}

/** For `catch`: throws a {@link DatabaseGoneError} when the driver reports a lost server, else the error. */
export function nameLoss(error: unknown): never {
  const isNamed = error instanceof DatabaseGoneError || error instanceof BootError;
  const reason = isNamed ? undefined : findLossReason(error);
  throw reason === undefined ? error : new DatabaseGoneError(reason, error as Error);
}

/** Whether a server refused a write because it is read-only, as the old primary is after a failover. */
export function isReadOnlyServer(error: unknown): boolean {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  return code === POSTGRES_READ_ONLY || MYSQL_READ_ONLY.has(errno as number);
}

const POSTGRES_READ_ONLY = '25006';
/** An option of the server, its transaction or the server itself is read-only. */
const MYSQL_READ_ONLY = new Set([1290, 1792, 1836]);

const CODES = new Set([
  // the network
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ERR_SOCKET_CLOSED', 'ERR_STREAM_DESTROYED'],
  // PostgreSQL: shutdown, crash, start; too many connections; read-only after a failover
  ...['57P01', '57P02', '57P03', '53300', POSTGRES_READ_ONLY],
  // the driver of MySQL
  ...['PROTOCOL_CONNECTION_LOST', 'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR'],
]);

/** Connection exceptions. */
const POSTGRES_CLASS_08 = /^08[0-9A-Z]{3}$/;

/** By number: `mysql2` has no names for those of MariaDB only. */
const MYSQL_NUMBERS = new Set([
  ...[1040, 1203], // too many connections: of the server, of the user
  ...[1053, 1152, 1184], // the server shuts down; a connection was aborted
  ...[1129], // the server blocks this host after failed connections
  ...MYSQL_READ_ONLY,
  ...[1927, 3169, 4031], // the connection was killed, or ended for idleness
]);

const WITHOUT_CODE = /terminat|timeout|connection|closed|lost/i;
