import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { connect } from '../../db/connect.ts';
import { migrateLog, migrateMain } from '../../db/migrate.ts';
import { describeDatabases, type FreshDatabase, type OpenDatabase } from '../databases.ts';
import { writeEmptyDatabases } from '../sqlite-template.ts';
import {
  type ClickhouseTestServer,
  createClickhouseDatabase,
  findChdbPython,
  startClickhouse,
} from './clickhouse-server.ts';

/** Where a usage log is. On ClickHouse, the main database is SQLite. */
export interface LogDatabase {
  readonly kind: string;
  /** Creates both. */
  create(): Promise<FreshDatabase>;
  /** Creates both with all tables, and a connection to them. */
  open(): Promise<OpenDatabase>;
}

/** Defines tests on ClickHouse's engine; shown as skipped, with the reason, where it is not installed. */
export function describeClickhouse(title: string, define: (log: LogDatabase) => void): void {
  const log: LogDatabase = { kind: 'clickhouse', create, open };
  if (findChdbPython())
    describe(`${title} (ClickHouse)`, () => {
      afterAll(stop);
      define(log);
    });
  else describe.skip(`${title} (ClickHouse: skipped, no Python with chdb)`, () => define(log));
}

/** Defines the same tests for every database that may have the usage log. */
export function describeLogDatabases(title: string, define: (log: LogDatabase) => void): void {
  describeDatabases(title, define);
  describeClickhouse(title, define);
}

/** One for each test file: the library runs one statement at a time. */
let server: Promise<ClickhouseTestServer> | undefined;

async function stop(): Promise<void> {
  const started = server;
  server = undefined;
  await (await started)?.stop();
}

/** With the tables of the log: creating them takes longer than a gateway waits for its log when a machine is busy. */
async function create(): Promise<FreshDatabase> {
  server ??= startClickhouse();
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-test-'));
  const options = { dataDir, logDatabaseUrl: await createClickhouseDatabase((await server).url) };
  const elsewhere = mkdtempSync(join(dataDir, 'migrating-'));
  const { logDb, close } = await connect({ ...options, dataDir: elsewhere });
  await migrateLog(logDb);
  await close();
  return { options, dispose: async () => rmSync(dataDir, { recursive: true, force: true }) };
}

async function open(): Promise<OpenDatabase> {
  const { options, dispose } = await create();
  await writeEmptyDatabases(options.dataDir);
  const connection = await connect(options);
  await migrateMain(connection.db);
  return {
    ...connection,
    options,
    async dispose() {
      await connection.close();
      await dispose();
    },
  };
}
