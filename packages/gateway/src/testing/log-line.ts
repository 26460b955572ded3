import { createBehindLine, type DatabaseLine } from './database-line.ts';
import { type FreshDatabase, findDatabase, type TestDatabase } from './databases.ts';

/** A database whose usage log is a separate database, on a server behind a proxy that can be cut. */
export interface DatabaseWithLogLine {
  readonly line: DatabaseLine;
  readonly database: FreshDatabase;
  /** The address of the usage log without the proxy. */
  readonly logUrl: string;
}

/**
 * Creates both databases. The log of SQLite is on PostgreSQL or else MariaDB, that of a server on the same
 * kind of server.
 *
 * @param hasTables of the log: without them a gateway migrates it
 */
export async function createWithLogLine(
  main: TestDatabase,
  { hasTables = true } = {},
): Promise<DatabaseWithLogLine> {
  const log = main.kind === 'sqlite' ? (findDatabase('postgres') ?? findDatabase('mysql')) : main;
  if (!log) throw new Error('this test needs a PostgreSQL or MariaDB server');
  const { line, database } = await createBehindLine(log, { hasTables });
  const fresh = await main.create();
  const logDatabaseUrl = database.options.databaseUrl ?? '';
  const direct = new URL(logDatabaseUrl);
  direct.port = String(line.serverPort);
  return {
    line,
    logUrl: direct.href,
    database: {
      options: { ...fresh.options, logDatabaseUrl },
      async dispose() {
        await database.dispose();
        await fresh.dispose();
      },
    },
  };
}
