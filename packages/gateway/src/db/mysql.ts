import type { Socket } from 'node:net';
import type { Pool } from 'mysql2';
import type { Silence } from './silence.ts';

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
  return pool;
}
