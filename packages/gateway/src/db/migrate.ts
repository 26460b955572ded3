import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { findDatabaseGone } from '../core/database-gone.ts';
import { clickhouseMigrationNames, migrateClickhouse } from './clickhouse/migrate.ts';
import type { Connection } from './connect.ts';
import * as logs0001 from './log-migrations/0001-logs.ts';
import * as logs0002 from './log-migrations/0002-unlogged.ts';
import * as logs0003 from './log-migrations/0003-sums.ts';
import * as logs0004 from './log-migrations/0004-names.ts';
import * as logs0031 from './log-migrations/0031-costs.ts';
import * as logs0035 from './log-migrations/0035-channel-health.ts';
import * as logs0089 from './log-migrations/0089-margin-sums.ts';
import * as logs0094 from './log-migrations/0094-log-stream.ts';
import * as logs0095 from './log-migrations/0095-log-months.ts';
import * as logs0096 from './log-migrations/0096-charged-failures.ts';
import * as logs0097 from './log-migrations/0097-covering-indexes.ts';
import * as main0001 from './migrations/0001-tables.ts';
import * as main0002 from './migrations/0002-audit.ts';
import * as main0003 from './migrations/0003-codes.ts';
import * as main0004 from './migrations/0004-money.ts';
import * as main0005 from './migrations/0005-channels.ts';
import * as main0007 from './migrations/0007-sign-in.ts';
import * as main0009 from './migrations/0009-areas.ts';
import * as main0010 from './migrations/0010-pending-tasks.ts';
import * as main0012 from './migrations/0012-channel-proxies.ts';
import * as main0014 from './migrations/0014-area-overrides.ts';
import * as main0015 from './migrations/0015-area-plans.ts';
import * as main0016 from './migrations/0016-channel-keys.ts';
import * as main0017 from './migrations/0017-access.ts';
import * as main0019 from './migrations/0019-area-trust.ts';
import * as main0021 from './migrations/0021-name-skeletons.ts';
import * as main0022 from './migrations/0022-more-name-skeletons.ts';
import * as main0023 from './migrations/0023-master-keys.ts';
import * as main0024 from './migrations/0024-round-holders.ts';
import * as main0025 from './migrations/0025-recent-changes.ts';
import * as main0026 from './migrations/0026-instances.ts';
import * as main0027 from './migrations/0027-round-failures.ts';
import * as main0028 from './migrations/0028-upstream-references.ts';
import * as main0029 from './migrations/0029-stored-answers.ts';
import * as main0030 from './migrations/0030-limits.ts';
import * as main0031 from './migrations/0031-price-book.ts';
import * as main0035 from './migrations/0035-imports.ts';
import * as main0040 from './migrations/0040-area-rights.ts';
import * as main0050 from './migrations/0050-prices-by-second.ts';
import * as main0054 from './migrations/0054-names-with-ones.ts';
import * as main0070 from './migrations/0070-sdk-packages.ts';
import * as main0071 from './migrations/0071-area-retirements.ts';
import * as main0075 from './migrations/0075-declarations.ts';
import * as main0076 from './migrations/0076-reference-users.ts';
import * as main0085 from './migrations/0085-area-approvals.ts';
import * as main0086 from './migrations/0086-area-ci-identities.ts';
import * as main0087 from './migrations/0087-notifications.ts';
import * as main0088 from './migrations/0088-incidents.ts';
import * as main0092 from './migrations/0092-area-faults.ts';
import { flavorOf } from './portable.ts';
import type { Db, LogDb } from './schema.ts';

/** Forward only: a released name is never changed or reused. */
export const mainMigrations: Record<string, Migration> = {
  '0001-tables': main0001,
  '0002-audit': main0002,
  '0003-codes': main0003,
  '0004-money': main0004,
  '0005-channels': main0005,
  '0007-sign-in': main0007,
  '0009-areas': main0009,
  '0010-pending-tasks': main0010,
  '0012-channel-proxies': main0012,
  '0014-area-overrides': main0014,
  '0015-area-plans': main0015,
  '0016-channel-keys': main0016,
  '0017-access': main0017,
  '0019-area-trust': main0019,
  '0021-name-skeletons': main0021,
  '0022-more-name-skeletons': main0022,
  '0025-recent-changes': main0025,
  '0024-round-holders': main0024,
  '0023-master-keys': main0023,
  '0026-instances': main0026,
  '0027-round-failures': main0027,
  '0028-upstream-references': main0028,
  '0029-stored-answers': main0029,
  '0030-limits': main0030,
  '0031-price-book': main0031,
  '0035-imports': main0035,
  '0040-area-rights': main0040,
  '0050-prices-by-second': main0050,
  '0054-names-with-ones': main0054,
  '0070-sdk-packages': main0070,
  '0071-area-retirements': main0071,
  '0075-declarations': main0075,
  '0076-reference-users': main0076,
  '0085-area-approvals': main0085,
  '0086-area-ci-identities': main0086,
  '0087-notifications': main0087,
  '0088-incidents': main0088,
  '0092-area-faults': main0092,
};
/** What `/readyz` expects in the main database. */
export const mainMigrationNames: readonly string[] = Object.keys(mainMigrations);

export const logMigrations: Record<string, Migration> = {
  '0001-logs': logs0001,
  '0002-unlogged': logs0002,
  '0003-sums': logs0003,
  '0004-names': logs0004,
  '0031-costs': logs0031,
  '0035-channel-health': logs0035,
  '0089-margin-sums': logs0089,
  '0094-log-stream': logs0094,
  '0095-log-months': logs0095,
  '0096-charged-failures': logs0096,
  '0097-covering-indexes': logs0097,
};

/** Migrates both databases. Concurrent starts wait for each other. Returns the applied migrations. */
export async function migrate({ db, logDb }: Pick<Connection, 'db' | 'logDb'>): Promise<string[]> {
  return [...(await migrateMain(db)), ...(await migrateLog(logDb))];
}

export function migrateMain(db: Db): Promise<string[]> {
  return run(db, mainMigrations, 'migration');
}

export function migrateLog(logDb: LogDb): Promise<string[]> {
  if (flavorOf(logDb) === 'clickhouse') return migrateClickhouse(logDb);
  return run(logDb, logMigrations, 'log_migration');
}

/** Whether the log database has exactly the migrations of this version, so `migrateLog` has no work. */
export function isLogUpToDate(logDb: LogDb): Promise<boolean> {
  const names = flavorOf(logDb) === 'clickhouse' ? clickhouseMigrationNames : Object.keys(logMigrations);
  return isUpToDate(logDb, names, 'log_migration');
}

async function isUpToDate<S>(db: Kysely<S>, names: readonly string[], table: string): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db);
    return rows.length === names.length && rows.every(({ name }) => names.includes(name));
  } catch (error) {
    if (findDatabaseGone(error)) throw error;
    return false; // The table does not exist yet.
  }
}

async function run<S>(
  db: Kysely<S>,
  migrations: Record<string, Migration>,
  table: string,
): Promise<string[]> {
  // The migrator lists all tables first, which takes MariaDB half a second, with many databases more.
  if (await isUpToDate(db, Object.keys(migrations), table)) return [];
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
    // One transaction would lock every table that it touches until the last migration ends. Instead, the
    // steps may run twice: see repeatable.ts.
    disableTransactions: flavorOf(db) !== 'sqlite',
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}
