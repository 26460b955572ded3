import { sql } from 'kysely';
import { listMonths } from '../../../gateway/src/db/log-months.ts';
import { flavorOf } from '../../../gateway/src/db/portable.ts';
import type { LogDb } from '../../../gateway/src/db/schema.ts';

/**
 * Drops the indexes of an empty usage log on a server. Returns a function that creates them again, which takes a
 * fraction of the time that each row needs to be sorted into them.
 */
export function dropLogIndexes(logDb: LogDb): Promise<() => Promise<void>> {
  return flavorOf(logDb) === 'mysql' ? dropOnMysql(logDb) : dropOnPostgres(logDb);
}

/** The partitions have indexes, and the divided table has none. */
async function dropOnPostgres(logDb: LogDb): Promise<() => Promise<void>> {
  const definitions: string[] = [];
  for (const { name } of await listMonths(logDb)) {
    const { rows } = await sql<{
      name: string;
      definition: string;
    }>`select indexrelid::regclass::text as name,
      pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = to_regclass(${name}) and not indisprimary`.execute(logDb);
    for (const index of rows) {
      definitions.push(index.definition);
      await sql`alter table ${sql.table(name)} drop constraint if exists ${sql.ref(index.name)}`.execute(
        logDb,
      );
      await sql`drop index if exists ${sql.ref(index.name)}`.execute(logDb);
    }
  }
  return async () => {
    for (const definition of definitions) await sql`${sql.raw(definition)}`.execute(logDb);
  };
}

/** Rows come in the order of their ids, so only the other indexes are worth it. */
async function dropOnMysql(logDb: LogDb): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; parts: string }>`select index_name as name,
      group_concat(concat('\`', column_name, '\`', coalesce(concat('(', sub_part, ')'), ''))
        order by seq_in_index) as parts
    from information_schema.statistics
    where table_schema = database() and table_name = 'logs' and non_unique = 1
    group by index_name`.execute(logDb);
  for (const { name } of rows) await sql`alter table logs drop index ${sql.ref(name)}`.execute(logDb);
  const added = rows.map(({ name, parts }) => sql`add index ${sql.ref(name)} (${sql.raw(parts)})`);
  return async () => {
    await sql`alter table logs ${sql.join(added)}`.execute(logDb);
  };
}
