import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, inject } from 'vitest';
import { type Connection, type ConnectOptions, connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { administer } from './database-servers.ts';
import { createMigrated } from './migrated-copies.ts';
import { findPrograms, type ServerKind } from './server-programs.ts';
import { writeEmptyDatabases } from './sqlite-template.ts';

export type TestDatabaseKind = 'sqlite' | ServerKind;

/** One of the supported databases. */
export interface TestDatabase {
  readonly kind: TestDatabaseKind;
  readonly name: string;
  /** Creates a database for a gateway. On a server it has all tables: migrating takes seconds there. */
  create(): Promise<FreshDatabase>;
  /** Creates a database without tables, for tests of migrations. */
  createEmpty(): Promise<FreshDatabase>;
  /** Creates a database with all tables, and a connection to it. */
  open(): Promise<OpenDatabase>;
}

export interface FreshDatabase {
  readonly options: ConnectOptions;
  dispose(): Promise<void>;
}

export interface OpenDatabase extends Connection {
  readonly options: ConnectOptions;
  /** Closes the connection and removes the database. */
  dispose(): Promise<void>;
}

/**
 * Defines the same tests for every database; those without an installed server are shown as skipped, with the
 * reason. `TEST_DATABASES` (comma-separated kinds) limits the run to these.
 *
 * @param usual for tests that take minutes on each: only these, and every one when {@link isInFull}
 */
export function describeDatabases(
  title: string,
  define: (database: TestDatabase) => void,
  usual?: readonly TestDatabaseKind[],
): void {
  describeKinds(title, chosen(kinds, usual), define);
}

/** The same for database servers only: for tests with several gateways on one database. */
export function describeServers(
  title: string,
  define: (database: TestDatabase) => void,
  usual?: readonly TestDatabaseKind[],
): void {
  const servers = kinds.filter(([kind]) => kind !== 'sqlite');
  describeKinds(title, chosen(servers, usual), define);
}

/** Whether tests also run where they repeat themselves: `npm run trust`, `npm test -- --all`. */
export const isInFull = process.env.KILL === '1' || process.env.TEST_ALL === '1';

function chosen(
  all: readonly (readonly [TestDatabaseKind, string])[],
  usual?: readonly TestDatabaseKind[],
): readonly (readonly [TestDatabaseKind, string])[] {
  return usual && !isInFull ? all.filter(([kind]) => usual.includes(kind)) : all;
}

/**
 * Returns all cases on SQLite, on a server the first of them: for cases that differ before the database, whose
 * statements are the same. All of them everywhere when {@link isInFull}.
 */
export function casesOn<T>({ kind }: TestDatabase, cases: readonly T[], onServer = 1): readonly T[] {
  return kind === 'sqlite' || isInFull ? cases : cases.slice(0, onServer);
}

/** Returns a database of one kind, for tests that need two. Undefined when its server is not installed. */
export function findDatabase(kind: TestDatabaseKind): TestDatabase | undefined {
  const name = kinds.find(([each]) => each === kind)?.[1];
  return name && (kind === 'sqlite' || findPrograms(kind)) ? database(kind, name) : undefined;
}

function describeKinds(
  title: string,
  kinds: readonly (readonly [TestDatabaseKind, string])[],
  define: (database: TestDatabase) => void,
): void {
  const wanted = process.env.TEST_DATABASES?.split(',');
  for (const [kind, name] of kinds) {
    if (wanted && !wanted.includes(kind)) continue;
    if (kind === 'sqlite' || findPrograms(kind))
      describe(`${title} (${name})`, () => define(database(kind, name)));
    else
      describe.skip(`${title} (${name}: skipped, no server is installed)`, () =>
        define(database(kind, name)));
  }
}

const kinds: readonly (readonly [TestDatabaseKind, string])[] = [
  ['sqlite', 'SQLite'],
  ['postgres', 'PostgreSQL'],
  ['mysql', 'MariaDB'],
];

function database(kind: TestDatabaseKind, name: string): TestDatabase {
  const create = kind === 'sqlite' ? createOnDisk : () => createOnServer(kind, createMigrated);
  return {
    kind,
    name,
    create,
    createEmpty: kind === 'sqlite' ? createOnDisk : () => createOnServer(kind, createWithoutTables),
    async open() {
      const { options, dispose } = await create();
      if (kind === 'sqlite') await writeEmptyDatabases(options.dataDir);
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
    },
  };
}

async function createOnDisk(): Promise<FreshDatabase> {
  const dataDir = temporaryFolder();
  return { options: { dataDir }, dispose: async () => rmSync(dataDir, { recursive: true, force: true }) };
}

function createWithoutTables(kind: ServerKind, url: string, name: string): Promise<void> {
  return administer(kind, url, `CREATE DATABASE ${name}`);
}

async function createOnServer(kind: ServerKind, createNamed: typeof createMigrated): Promise<FreshDatabase> {
  const answer = await fetch(`${inject('databaseServers')}/${kind}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await createNamed(kind, text, name);
  const dataDir = temporaryFolder();
  return {
    options: { dataDir, databaseUrl: `${text}/${name}` },
    async dispose() {
      await administer(kind, text, `DROP DATABASE ${name}${kind === 'postgres' ? ' WITH (FORCE)' : ''}`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tollgate-test-'));
}
