import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, inject } from 'vitest';
import { connect } from '../../db/connect.ts';
import { migrate } from '../../db/migrate.ts';
import { describeDatabases, type FreshDatabase, type OpenDatabase } from '../databases.ts';
import { writeEmptyDatabases } from '../sqlite-template.ts';
import { createClickhouseDatabase, findChdbPython } from './clickhouse-server.ts';

/** Where a usage log is. On ClickHouse, the main database is SQLite. */
export interface LogDatabase {
  readonly kind: string;
  /** Creates both; the log has no tables yet. */
  create(): Promise<FreshDatabase>;
  /** Creates both with all tables, and a connection to them. */
  open(): Promise<OpenDatabase>;
}

/** Defines tests on ClickHouse's engine; shown as skipped, with the reason, where it is not installed. */
export function describeClickhouse(title: string, define: (log: LogDatabase) => void): void {
  const log: LogDatabase = { kind: 'clickhouse', create, open };
  if (findChdbPython()) describe(`${title} (ClickHouse)`, () => define(log));
  else describe.skip(`${title} (ClickHouse: skipped, no Python with chdb)`, () => define(log));
}

/** Defines the same tests for every database that may have the usage log. */
export function describeLogDatabases(title: string, define: (log: LogDatabase) => void): void {
  describeDatabases(title, define);
  describeClickhouse(title, define);
}

async function create(): Promise<FreshDatabase> {
  const answer = await fetch(`${inject('databaseServers')}/clickhouse`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-test-'));
  return {
    options: { dataDir, logDatabaseUrl: await createClickhouseDatabase(text) },
    dispose: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

async function open(): Promise<OpenDatabase> {
  const { options, dispose } = await create();
  await writeEmptyDatabases(options.dataDir);
  const connection = await connect(options);
  await migrate(connection);
  return {
    ...connection,
    options,
    async dispose() {
      await connection.close();
      await dispose();
    },
  };
}
