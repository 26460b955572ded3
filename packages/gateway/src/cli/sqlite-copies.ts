import type { Config } from '../config.ts';
import { BootError } from '../core/boot-error.ts';
import { describeSystemError } from '../core/system-error.ts';
import { parseAddress } from '../db/address.ts';
import { type Connection, connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { audit, openLedger } from '../ledger/index.ts';
import { verifyChain } from '../modules/audit/audit-chain.ts';

/**
 * Returns the files of both databases of a gateway.
 * @throws {BootError} for another kind of database
 */
export function findSqliteFiles(
  { databaseUrl, logDatabaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'logDatabaseUrl' | 'dataDir'>,
  command: 'backup' | 'restore',
): [main: string, logs: string] {
  const main = parseAddress(databaseUrl, dataDir, 'tollgate.db');
  const logs = parseAddress(logDatabaseUrl, dataDir, 'logs.db');
  if (main.kind === 'sqlite' && logs.kind === 'sqlite') return [main.file, logs.file];
  const tools = command === 'backup' ? 'pg_dump or mariadb-dump' : 'pg_restore or mariadb';
  throw new BootError(
    `tollgate ${command} copies SQLite databases only. Use the tools of the database server, such as ${tools}.`,
  );
}

/** What a copy of both databases holds. */
export interface CopyReport {
  readonly accounts: number;
  readonly entries: number;
  /** Why its books do not add up. */
  readonly fault: string | undefined;
}

/**
 * Ends the open calls of a copy as a gateway does when it starts, and audits it. Brings it up to date first.
 * `also` reads the copy before it is closed.
 */
export async function checkCopy(
  dataDir: string,
  also?: (connection: Connection) => Promise<void>,
): Promise<CopyReport> {
  const connection = await connect({ dataDir });
  try {
    await migrate(connection);
    const onError = (error: unknown) => process.stderr.write(`${describeSystemError(error)}\n`);
    const { ledger } = await openLedger({ connection, dataDir, onError });
    await ledger.close();
    const { failures, accounts, entries } = await audit(connection.db, connection.logDb, { graceSeconds: 0 });
    const { broken } = await verifyChain(connection.db);
    await also?.(connection);
    const sentences = failures.map(({ sentence }) => sentence);
    if (broken) sentences.push('its audit log is broken');
    return { accounts, entries, fault: sentences.join('; ') || undefined };
  } finally {
    await connection.close();
  }
}
