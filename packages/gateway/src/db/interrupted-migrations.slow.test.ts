import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { describeServers, isInFull, type TestDatabase } from '../testing/databases.ts';
import { describeData, describeSchema, withStatementHook } from '../testing/statement-hook.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import type { UntypedDb } from './portable.ts';

/** Rows that later migrations move, by the migration after which their tables are complete. */
const rowsOfEarlierVersions: Record<string, (db: UntypedDb) => Promise<void>> = {
  '0001-tables': async (db) => {
    const user = { created_at: 1 };
    await insert(db, 'users', [
      { ...user, username: 'ana', access_token_hash: 'a'.repeat(64) },
      { ...user, username: 'Ana', access_token_hash: null },
      { ...user, username: 'án.a', access_token_hash: null },
      { ...user, username: 'left', access_token_hash: 'c'.repeat(64), deleted_at: 2 },
    ]);
    const entry = { ref: 'r', kind: 'grant', account: 4, seq: 1, amount: 5, balance_after: 5, at: 0 };
    await insert(db, 'entry', [entry]);
  },
  '0015-area-plans': async (db) => {
    const build = { area_id: 'logs', version: '1', manifest: '{}', signature: '', key_id: 1, token_id: 1 };
    await insert(db, 'area_builds', [{ ...build, build_id: 'stable', bytes: 1, published_at: 7 }]);
    const canary = { canary_build: 'canary', canary_percent: 5, canary_salt: 's' };
    await insert(db, 'area_channels', [{ area_id: 'logs', stable_build: 'stable', history: '-', ...canary }]);
    const pin = { area_id: 'logs', build_id: 'canary', expires_at: 99 };
    await insert(db, 'area_pins', [
      { ...pin, user_id: 1 },
      { ...pin, user_id: 2 },
    ]);
  },
  '0001-logs': async (db) => {
    const row = { user_id: 1, username: 'ana', type: 2, model_name: 'm', prompt_tokens: 3, token_id: 5 };
    const times = [1, 3600, 3601, 86_400];
    await insert(
      db,
      'logs',
      times.map((created_at, n) => ({ ...row, request_id: `r${n}`, created_at, quota: n })),
    );
    const sum = { user_id: 1, model_name: 'm', username: 'ana', token_used: 3, count: 1 };
    await insert(
      db,
      'quota_data',
      [0, 3600].map((created_at) => ({ ...sum, created_at, quota: 1 })),
    );
    const attempt = { request_id: 'r0', n: 1, channel_id: 1, error_class: '', status: 200 };
    await insert(db, 'attempts', [{ ...attempt, started_at: 1, ended_at: 2 }]);
  },
  '0031-costs': async (db) => {
    const sum = { created_at: 0, model_name: 'm', group: 'default', count: 1, quota: 3, provider_cost: 2 };
    await insert(db, 'margin_days', [
      { ...sum, channel_id: 1 },
      { ...sum, channel_id: 2 },
    ]);
  },
};

async function insert(db: UntypedDb, table: string, rows: Record<string, unknown>[]): Promise<void> {
  for (const row of rows) await db.insertInto(table).values(row).execute();
}

class Cut extends Error {}

/**
 * Migrates an empty database. The connection fails after each statement for which `isCut` is true, and the
 * migration starts again. Returns the final content of the database and the interrupted statements.
 */
async function migrateWithCuts(database: TestDatabase, isCut: (statement: string) => boolean) {
  const { options, dispose } = await database.createEmpty();
  const connection = await connect(options);
  const db = connection.db as unknown as UntypedDb;
  const cuts: string[] = [];
  const seeded = new Set<string>();
  /** The statement after which this start failed. Afterwards only the lock is released. */
  let last: string | undefined;
  const hooked = withStatementHook(connection.db, (statement) => {
    if (last !== undefined || isBookkeeping(statement) || !isCut(statement)) return;
    last = statement;
    throw new Cut(statement);
  });
  const start = () => migrate({ db: hooked, logDb: hooked as unknown as typeof connection.logDb });
  for (;;) {
    last = undefined;
    const error = await start().then(
      () => undefined,
      (cause: unknown) => cause,
    );
    if (error === undefined) break;
    if (!(error instanceof Cut)) throw new Error(`cannot continue after: ${cuts.at(-1)}`, { cause: error });
    cuts.push(error.message);
    await seed(db, seeded);
  }
  const result = { cuts, schema: await describeSchema(db), data: await describeData(db) };
  await connection.close();
  await dispose();
  return result;
}

async function seed(db: UntypedDb, seeded: Set<string>): Promise<void> {
  const tables = (await db.introspection.getTables({ withInternalKyselyTables: true })).map(
    ({ name }) => name,
  );
  for (const table of ['migration', 'log_migration'].filter((name) => tables.includes(name)))
    for (const { name } of await db.selectFrom(table).select('name').execute()) {
      if (seeded.has(name)) continue;
      seeded.add(name);
      await rowsOfEarlierVersions[name]?.(db);
    }
}

/** Kysely's own tables, whose creation may run twice. */
const isBookkeeping = (statement: string) =>
  /^(create table|insert into) .*migration_lock|^create table .*migration\W/.test(statement);

/** The last statement of a migration. */
const recordsMigration = (statement: string) => /^insert into .(log_)?migration\W/.test(statement);

/**
 * A cut costs a start, and on MariaDB each statement commits by itself. Each run begins at another statement; all are
 * cut when {@link isInFull}. Fewer would not stop between the rows of an earlier version and what moves them.
 */
const shareOf = (kind: TestDatabase['kind']) => (isInFull ? 1 : kind === 'mysql' ? 8 : 4);

describeServers('migrations', (database) => {
  const every = shareOf(database.kind);
  const name = every === 1 ? 'every one' : `one in ${every}`;
  test(`end with the same tables and rows after a cut behind ${name} of their statements`, async () => {
    const first = randomInt(every);
    const undisturbed = await migrateWithCuts(database, recordsMigration);
    const seen = new Set<string>();
    const disturbed = await migrateWithCuts(database, (statement) => {
      const isNew = !seen.has(statement);
      seen.add(statement);
      return isNew && seen.size % every === first;
    });

    expect(disturbed.cuts.length).toBeGreaterThan(150 / every);
    expect(disturbed.schema).toEqual(undisturbed.schema);
    expect(disturbed.data).toEqual(undisturbed.data);
    for (const moved of ['access_tokens', 'area_audiences', 'name_skeletons', 'model_hours', 'token_days'])
      expect(undisturbed.data[moved]).not.toEqual([]);
    for (const moved of ['log_user_names', 'log_model_names', 'log_sums', 'margin_sums'])
      expect(undisturbed.data[moved]).not.toEqual([]);
  }, 300_000);
});
