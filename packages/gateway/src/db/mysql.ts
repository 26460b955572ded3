import type { Socket } from 'node:net';
import type { Pool, PoolConnection } from 'mysql2';
import { createGenerations } from './generations.ts';
import type { Silence } from './silence.ts';

interface PoolState {
  readonly idle: ReadonlySet<PoolConnection>;
  retire(): void;
}

const stateOf = new WeakMap<Pool, PoolState>();

/**
 * Loads the driver on first use, so that SQLite installations do not load it. An update counts the rows that
 * it matched, as on the other databases.
 */
export async function openMysqlPool(url: string, connections: number, silence: Silence): Promise<Pool> {
  const { createPool } = await import('mysql2');
  const pool = createPool({
    uri: url,
    connectionLimit: connections,
    connectTimeout: 10_000,
    charset: 'utf8mb4_bin',
    // Beyond 2^53 a number arrives as text, so that it is not rounded silently.
    supportBigNumbers: true,
    bigNumberStrings: false,
    decimalNumbers: true,
  });
  pool.on('connection', (connection) => {
    silence.watch((connection as unknown as { stream: Socket }).stream);
    connection.on('error', () => {}); // A running statement fails too and reports it.
    // One statement each, because the isolation level cannot be combined with others.
    connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
    connection.query("SET SESSION innodb_lock_wait_timeout = 10, sql_mode = 'TRADITIONAL'");
  });
  stateOf.set(pool, watchConnections(pool));
  return pool;
}

/**
 * Closes the current connections of the pool: idle ones at once, others when they are released. The next
 * statement resolves the server's name again.
 */
export function retireMysqlConnections(pool: Pool): void {
  stateOf.get(pool)?.retire();
}

/**
 * Checks the server of every idle connection. Retires all connections when one is read-only, because its data
 * is outdated once there is a new primary.
 */
export async function leaveReadOnlyMysql(pool: Pool): Promise<void> {
  const ask = () => pool.promise().query('SELECT @@global.read_only AS state');
  const answers = await Promise.all(Array.from({ length: Math.max(1, countIdle(pool)) }, ask));
  const states = answers.map(([rows]) => (rows as { state: unknown }[])[0]?.state);
  if (!states.every((state) => WRITABLE.has(state))) retireMysqlConnections(pool);
}

function countIdle(pool: Pool): number {
  return stateOf.get(pool)?.idle.size ?? 0;
}

/** Newer versions of MariaDB answer with a word. */
const WRITABLE: ReadonlySet<unknown> = new Set([0, '0', 'OFF']);

function watchConnections(pool: Pool): PoolState {
  const generations = createGenerations<PoolConnection>();
  const idle = new Set<PoolConnection>();
  pool.on('connection', (connection) => {
    generations.add(connection);
    connection.once('end', () => idle.delete(connection));
    connection.once('error', () => idle.delete(connection));
  });
  pool.on('acquire', (connection) => idle.delete(connection));
  pool.on('release', (connection) => idle.add(connection));

  const destroy = (connection: PoolConnection) => {
    generations.add(connection); // The pool releases a destroyed connection once more.
    connection.destroy();
  };
  // The pool has no event for a connection that it passes to the next waiting caller.
  const release = pool.releaseConnection.bind(pool);
  pool.releaseConnection = (connection) => {
    const pooled = connection as PoolConnection;
    if (generations.isRetired(pooled)) destroy(pooled);
    else release(connection);
  };

  return {
    idle,
    retire() {
      generations.retire();
      for (const connection of idle) destroy(connection);
      idle.clear();
    },
  };
}
