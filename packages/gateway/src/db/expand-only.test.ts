import { type Migration, Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { findDatabase } from '../testing/databases.ts';
import { connect } from './connect.ts';
import { logMigrations, mainMigrations } from './migrate.ts';
import type { UntypedDb } from './portable.ts';

/**
 * While gateways are replaced one after another, the previous version works on tables that the next one has migrated.
 * So a migration adds: what it takes away is named here, with the reason why no gateway of the previous version
 * misses it.
 */
const exceptions: Record<string, string> = {};

test.each([
  ['main', mainMigrations],
  ['log', logMigrations],
] as const)(
  'migrations of the %s database only add what the previous version can ignore',
  async (name, all) => {
    const { db, logDb, dispose } = await openEmpty();
    const target = (name === 'main' ? db : logDb) as unknown as UntypedDb;
    const complaints: string[] = [];
    const done: Record<string, Migration> = {};
    let before = await readColumns(target);
    for (const [migration, steps] of Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1))) {
      done[migration] = steps;
      const migrator = new Migrator({ db: target, provider: { getMigrations: async () => ({ ...done }) } });
      const { error } = await migrator.migrateToLatest();
      if (error) throw error;
      const after = await readColumns(target);
      complaints.push(...compare(before, after).map((complaint) => `${migration}: ${complaint}`));
      before = after;
    }
    await dispose();
    expect(complaints.filter((complaint) => !(complaint in exceptions))).toEqual([]);
    const own = Object.keys(exceptions).filter((complaint) => (complaint.split(':')[0] ?? '') in all);
    expect(own.filter((complaint) => !complaints.includes(complaint))).toEqual([]);
  },
);

test('a column that is gone, renamed or newly required is noticed', () => {
  const optional = { isNullable: true, hasDefaultValue: false };
  const before = new Map([['users', new Map([['name', optional]])]]);
  const required = { isNullable: false, hasDefaultValue: false };
  expect(compare(before, new Map())).toEqual(['users is gone']);
  expect(compare(before, new Map([['users', new Map([['label', optional]])]]))).toEqual([
    'users.name is gone',
  ]);
  const added = new Map([['name', optional] as const, ['age', required] as const]);
  expect(compare(before, new Map([['users', added]]))).toEqual(['users.age has no default']);
  expect(compare(before, new Map([['users', new Map([['name', required]])]]))).toEqual([
    'users.name may not be null any more',
  ]);
});

interface Column {
  readonly isNullable: boolean;
  readonly hasDefaultValue: boolean;
}
type Tables = ReadonlyMap<string, ReadonlyMap<string, Column>>;

/** Returns what a gateway that knows only `before` would miss in `after`. */
function compare(before: Tables, after: Tables): string[] {
  return [...before].flatMap(([table, columns]) => {
    const now = after.get(table);
    if (!now) return [`${table} is gone`];
    const changed = [...columns].flatMap(([name, column]) => {
      const current = now.get(name);
      if (!current) return [`${table}.${name} is gone`];
      return column.isNullable && !current.isNullable ? [`${table}.${name} may not be null any more`] : [];
    });
    const required = [...now].flatMap(([name, { isNullable, hasDefaultValue }]) =>
      columns.has(name) || isNullable || hasDefaultValue ? [] : [`${table}.${name} has no default`],
    );
    return [...changed, ...required];
  });
}

async function readColumns(db: UntypedDb): Promise<Tables> {
  const tables = await db.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [name, new Map(columns.map((column) => [column.name, column]))]),
  );
}

async function openEmpty() {
  const database = await findDatabase('sqlite')?.createEmpty();
  if (!database) throw new Error('there is no SQLite');
  const connection = await connect(database.options);
  return {
    ...connection,
    async dispose() {
      await connection.close();
      await database.dispose();
    },
  };
}
