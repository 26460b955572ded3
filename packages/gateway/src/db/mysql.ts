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
 * The driver is loaded here, so that nobody who stays on SQLite pays for it. An update counts the rows that it matched,
 * as on the other databases.
 */
export async function openMysqlPool(url: string, connections: number, silence: Silence): Promise<Pool> {
  const { createPool } = await import('mysql2');
  const pool = createPool({
    uri: url,
    connectionLimit: connections,
    connectTimeout: 10_000,
    charset: 'utf8mb4_bin',
    // Beyond 2^53 a number arrives as text, which nobody mistakes for an amount; otherwise it would be rounded silently.
    supportBigNumbers: true,
    bigNumberStrings: false,
    decimalNumbers: true,
  });
  pool.on('connection', (connection) => {
    silence.watch((connection as unknown as { stream: Socket }).stream);
    connection.on('error', () => {}); // Whoever asks is told; between two statements nobody listens.
    // One statement each: the isolation level does not combine with others.
    connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
    connection.query("SET SESSION innodb_lock_wait_timeout = 10, sql_mode = 'TRADITIONAL'");
  });
  stateOf.set(pool, watchConnections(pool));
  return pool;
}

/**
 * Closes the connections that the pool has now: idle ones at once, others when they are released. The next statement
 * resolves the name of the server again.
 */
export function retireMysqlConnections(pool: Pool): void {
  stateOf.get(pool)?.retire();
}

/**
 * Asks the server of every idle connection, and retires all connections when one is read-only: what it shows is old once
 * there is a new primary.
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
    generations.add(connection); // The pool releases a connection once more when it is destroyed.
    connection.destroy();
  };
  // The pool has no event for a connection that goes straight to the next one in line.
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
