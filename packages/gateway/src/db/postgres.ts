import type { Socket } from 'node:net';
import type { Pool } from 'pg';
import type { Silence } from './silence.ts';

const bigint = 20;
const numeric = 1700;

/** The driver is loaded here, so that nobody who stays on SQLite pays for it. */
export async function openPostgresPool(url: string, connections: number, silence: Silence): Promise<Pool> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    // Holds for migrations too: who waits for a table keeps everybody waiting who comes after, in the gateways that run.
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    types: {
      getTypeParser(oid: number, format?: 'text' | 'binary') {
        if (format !== 'binary' && oid === bigint) return toSafeInteger;
        if (format !== 'binary' && oid === numeric) return Number;
        return pg.types.getTypeParser(oid, format);
      },
    },
  });
  pool.on('connect', (client) => {
    silence.watch((client as unknown as { connection: { stream: Socket } }).connection.stream);
    client.on('error', () => {}); // Whoever asks is told; between two statements nobody listens.
  });
  pool.on('error', () => {}); // An idle connection died with its server; the next query opens another.
  return pool;
}

/**
 * From now on the server ends a statement that takes so long, in milliseconds. Call while nobody else uses the pool: the
 * connections that it has are opened anew.
 */
export async function limitStatements(pool: Pool, ms: number): Promise<void> {
  pool.options.statement_timeout = ms;
  const idle = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()));
  for (const client of idle) client.release(true);
}

function toSafeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is beyond the exact integers`);
  return number;
}
