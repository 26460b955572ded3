import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { record } from '../../modules/usage/repository/logs.ts';
import { describeServers } from '../../testing/databases.ts';
import { createMonths, listMonths, monthOf } from '../log-months.ts';
import type { UntypedDb } from '../portable.ts';
import { up } from './0097-covering-indexes.ts';

const now = Math.floor(Date.now() / 1000);
const newColumns = [
  'channel_id,created_at,id,type,status',
  'created_at,id,type,status',
  'group,created_at,id,type,status',
  'model_name,created_at,id,type,status',
  'token_name,created_at,id,type,status,quota',
  'user_id,created_at,id,type,status,token_id,quota',
];
const oldColumns = [
  'channel_id,created_at,id',
  'created_at,id,type',
  'group,created_at,id',
  'model_name,created_at,id',
  'token_name,created_at,id',
  'user_id,created_at,id,type,token_id,quota',
];

describeServers('indexes that cover counts, bars and sums', (server) => {
  /** Tables that have indexes of their own: the months on PostgreSQL. */
  const tablesOf = async (db: UntypedDb) =>
    server.kind === 'mysql' ? ['logs'] : (await listMonths(db)).map(({ name }) => name);

  const indexesOf = async (db: UntypedDb, table: string) => {
    const { rows } = await (server.kind === 'mysql'
      ? sql<{ name: string; names: string }>`
          select index_name as name, group_concat(column_name order by seq_in_index) as names
          from information_schema.statistics where table_schema = database() and table_name = ${table}
          group by index_name`
      : sql<{ name: string; names: string }>`
          select i.indexrelid::regclass::text as name, (
            select string_agg(a.attname, ',' order by k.n) from unnest(i.indkey) with ordinality as k (attnum, n)
            join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
          ) as names from pg_index i where i.indrelid = to_regclass(${table})`
    ).execute(db);
    return rows;
  };

  /** As the version before left a table. */
  const makeOld = async (db: UntypedDb, table: string) => {
    const indexes = await indexesOf(db, table);
    for (const [at, columns] of newColumns.entries()) {
      const { name = '' } = indexes.find(({ names }) => names === columns) ?? {};
      const before = sql.join((oldColumns[at] ?? '').split(',').map((column) => sql.ref(column)));
      if (server.kind === 'mysql')
        await sql`alter table logs drop index ${sql.ref(name)}, add index ${sql.ref(name)} (${before})`.execute(
          db,
        );
      else {
        await sql`drop index ${sql.ref(name)}`.execute(db);
        await sql`create index on ${sql.table(table)} (${before})`.execute(db);
      }
    }
  };

  test('replace those of every month that exists, and months that come get them', async () => {
    const { logDb, dispose } = await server.open();
    const db = logDb as unknown as UntypedDb;
    for (const table of await tablesOf(db)) await makeOld(db, table);
    const row = { user_id: 1, type: 2, quota: 1, model_name: 'm', created_at: now };
    await record(logDb, [{ ...row, request_id: 'first' }]);
    await up(db);
    await up(db); // A migration on a server may run twice.
    await createMonths(db, monthOf(now, 4));
    for (const table of await tablesOf(db)) {
      const columns = (await indexesOf(db, table)).map(({ names }) => names);
      expect(
        columns.filter((each) => newColumns.includes(each)),
        table,
      ).toHaveLength(newColumns.length);
      expect(
        columns.filter((each) => oldColumns.includes(each)),
        table,
      ).toEqual([]);
    }
    await dispose();
  });
});
