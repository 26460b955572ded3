import type { Socket } from 'node:net';
import type { ClientBase, Pool } from 'pg';
import { createGenerations } from './generations.ts';
import type { Silence } from './silence.ts';

const bigint = 20;
const numeric = 1700;

/** The settings of every session, in milliseconds; 0 is no limit. */
const DEFAULT_SETTINGS = {
  // Applies to migrations too: a statement that waits for a table blocks all later ones, also of running
  // gateways.
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
  statement_timeout: 0,
};

interface PoolState {
  readonly settings: typeof DEFAULT_SETTINGS;
  retire(): void;
}

const stateOf = new WeakMap<Pool, PoolState>();

/** Loads the driver on first use, so that SQLite installations do not load it. */
export async function openPostgresPool(url: string, connections: number, silence: Silence): Promise<Pool> {
  const { default: pg } = await import('pg');
  const settings = { ...DEFAULT_SETTINGS };
  const generations = createGenerations<ClientBase>();
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    // The pool waits for the promise, although the option's type does not say so.
    onConnect: async (client) => {
      silence.watch((client as unknown as { connection: { stream: Socket } }).connection.stream);
      client.on('error', () => {}); // A running query fails too and reports it.
      generations.add(client);
      await setUp(client, settings, url);
    },
    types: {
      getTypeParser(oid: number, format?: 'text' | 'binary') {
        if (format !== 'binary' && oid === bigint) return toSafeInteger;
        if (format !== 'binary' && oid === numeric) return Number;
        return pg.types.getTypeParser(oid, format);
      },
    },
  });
  pool.on('release', (_error, client) => {
    if (generations.isRetired(client)) void (client as unknown as { end(): Promise<void> }).end();
  });
  pool.on('error', () => {}); // An idle connection died with its server; the next query opens another.
  stateOf.set(pool, {
    settings,
    retire() {
      generations.retire();
      void closeIdle(pool).catch(() => {}); // The server may be away; then there is nothing to close.
    },
  });
  return pool;
}

/**
 * Sends the settings of a new session. They are not startup parameters, which PgBouncer refuses. Also reads
 * the process id of the session, which cancels statements: PgBouncer reports a made-up one.
 */
async function setUp(client: ClientBase, settings: typeof DEFAULT_SETTINGS, url: string): Promise<void> {
  const { searchParams } = new URL(url);
  const calls = Object.entries(settings)
    .filter(([name]) => !searchParams.has(name)) // The driver has sent those in the address.
    .map(([name, ms]) => `set_config('${name}', '${ms}', false), `);
  const query = { text: `SELECT ${calls.join('')}pg_backend_pid() AS pid`, query_timeout: CONNECT_MS };
  const { rows } = await client.query<{ pid: number }>(query);
  Object.assign(client, { processID: rows[0]?.pid });
}

/**
 * Sets the statement timeout, in milliseconds. Call it while the pool is idle, because its connections are
 * opened again.
 */
export async function limitStatements(pool: Pool, ms: number): Promise<void> {
  const state = stateOf.get(pool);
  if (state) state.settings.statement_timeout = ms;
  await closeIdle(pool);
}

/**
 * Closes the current connections of the pool: idle ones at once, others when they are released. The next
 * statement resolves the server's name again.
 */
export function retirePostgresConnections(pool: Pool): void {
  stateOf.get(pool)?.retire();
}

/**
 * Checks the server of every idle connection. Retires all connections when one is read-only, because its data
 * is outdated once there is a new primary.
 */
export async function leaveReadOnlyPostgres(pool: Pool): Promise<void> {
  const ask = () => pool.query<{ state: string }>("SELECT current_setting('transaction_read_only') AS state");
  const answers = await Promise.all(Array.from({ length: Math.max(1, pool.idleCount) }, ask));
  if (answers.some(({ rows }) => rows[0]?.state === 'on')) retirePostgresConnections(pool);
}

async function closeIdle(pool: Pool): Promise<void> {
  const idle = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()));
  for (const client of idle) client.release(true);
}

function toSafeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is beyond the exact integers`);
  return number;
}

const CONNECT_MS = 10_000;
