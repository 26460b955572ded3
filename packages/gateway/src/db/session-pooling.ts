import type { Pool, PoolClient } from 'pg';
import { BootError } from '../core/boot-error.ts';

const ROUNDS = 3;
const TIMEOUT_MS = 10_000;

/**
 * Refuses a connection pooler that gives a server connection to other clients after each transaction or
 * statement, as PgBouncer does with `pool_mode = transaction`. Session limits and prepared statements would
 * be lost or be those of other clients. It only reads which server process answers, so it changes nothing.
 *
 * @throws {BootError} with what to configure
 */
export async function refuseSharedSessions(pool: Pool): Promise<void> {
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  let isShared = true;
  try {
    isShared = await sharesSessions(...clients);
  } finally {
    for (const client of clients) client.release(isShared);
  }
  if (isShared) throw new BootError(SHARED_SESSIONS);
}

/** Several rounds, because other clients of the pooler may take a server connection in between. */
async function sharesSessions(first: PoolClient, second: PoolClient): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    // A pooler that rotates connections shows another process from one statement to the next.
    const before = [await findProcess(first), await findProcess(first)];
    const other = await findProcessInTransaction(second);
    const after = await findProcess(first);
    if (other === undefined) return true;
    if (before.includes(other) || before.some((pid) => pid !== after)) return true;
  }
  return false;
}

async function findProcess(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(withLimit('SELECT pg_backend_pid() AS pid'));
  return rows[0]?.pid as number;
}

/** Returns `undefined` when the pooler allows no transactions at all. */
async function findProcessInTransaction(client: PoolClient): Promise<number | undefined> {
  try {
    await client.query(withLimit('BEGIN'));
  } catch (error) {
    if (/statement pooling/i.test(String(error))) return undefined;
    throw error;
  }
  const pid = await findProcess(client);
  await client.query(withLimit('ROLLBACK'));
  return pid;
}

function withLimit(text: string) {
  return { text, query_timeout: TIMEOUT_MS };
}

const SHARED_SESSIONS =
  'DATABASE_URL or LOG_DATABASE_URL leads to a connection pooler that shares server connections between transactions. ' +
  'Set pool_mode = session for this database in PgBouncer (or what your pooler calls session mode), or connect to PostgreSQL directly.';
