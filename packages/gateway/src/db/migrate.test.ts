import { type KyselyPlugin, sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeDatabases } from '../testing/databases.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

describeDatabases('migrations', (database) => {
  test('a new database gets every table, and a second start changes nothing', async () => {
    const { db, logDb, dispose } = await database.open();

    expect(await migrate({ db, logDb })).toEqual([]);
    const names = new Set((await db.introspection.getTables()).map(({ name }) => name));
    for (const { name } of await logDb.introspection.getTables()) names.add(name);
    for (const table of [
      'users',
      'tokens',
      'channels',
      'account',
      'entry',
      'logs',
      'quota_data',
      'attempts',
    ]) {
      expect(names).toContain(table);
    }
    await dispose();
  });

  test('a start on a current database reads only which migrations it has', async () => {
    const { db, logDb, dispose } = await database.open();
    let statements = 0;
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };

    expect(await migrate({ db: db.withPlugin(plugin), logDb: logDb.withPlugin(plugin) })).toEqual([]);
    expect(statements).toBe(2);
    await dispose();
  });

  test('a database of a newer version is refused', async () => {
    const { db, logDb, dispose } = await database.open();
    await sql`insert into migration (name, timestamp) values ('9999-newer', '2030')`.execute(db);
    await expect(migrate({ db, logDb })).rejects.toThrow('9999-newer');
    await dispose();
  });

  test('processes that start together migrate the database once', async () => {
    const { options, dispose } = await database.createEmpty();
    const processes = await Promise.all([1, 2, 3, 4].map(() => connect(options)));

    const applied = await Promise.all(processes.map((connection) => migrate(connection)));

    const names = applied.flat();
    expect(names).toContain('0001-tables');
    expect(new Set(names).size).toBe(names.length);
    expect(await migrate(processes[0] as (typeof processes)[number])).toEqual([]);
    await Promise.all(processes.map((connection) => connection.close()));
    await dispose();
  });

  test('an entry can be neither changed nor deleted, not even by manual SQL', async () => {
    const { db, dispose } = await database.open();
    const entry = { ref: 'r', kind: 'grant', account: 4, seq: 1, amount: 5, balance_after: 5, at: 0 };
    await db
      .insertInto('entry')
      .values({ ...entry, token_account: null, token_seq: null, token_balance_after: null, meta: null })
      .execute();

    await expect(db.updateTable('entry').set({ amount: 6 }).execute()).rejects.toThrow('append-only');
    await expect(db.deleteFrom('entry').execute()).rejects.toThrow('append-only');
    await dispose();
  });
});
