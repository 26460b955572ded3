import { type SqlBool, sql } from 'kysely';
import { hasMonths, listMonths } from '../log-months.ts';
import { flavorOf, type UntypedDb } from '../portable.ts';
import { createNamedIndex } from '../repeatable.ts';

/** Finds charged calls that failed, which are few, without reading the others. */
export async function up(db: UntypedDb): Promise<void> {
  const isMysql = flavorOf(db) === 'mysql'; // It has no partial indexes: there the status finds the rows.
  const columns = isMysql ? ['type', 'status', 'created_at', 'id'] : ['created_at', 'id'];
  const where = sql<SqlBool>`type = 2 and status >= 400`;
  for (const table of await tablesOf(db))
    await createNamedIndex(db, { name: nameOf(table), table, columns, where });
}

/** On PostgreSQL each month has indexes of its own. Later months get those of `logs_others`. */
async function tablesOf(db: UntypedDb): Promise<string[]> {
  if (flavorOf(db) !== 'postgres' || !(await hasMonths(db))) return ['logs'];
  return (await listMonths(db)).map(({ name }) => name);
}

function nameOf(table: string): string {
  return `${table}_by_failure`;
}
