import { columnKinds } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** The runner of a round, so that only this process ends it; the user of a queued webhook call. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key } = columnKinds(db);
  if (!(await hasColumn(db, 'rounds', 'holder')))
    await db.schema
      .alterTable('rounds')
      .addColumn('holder', key(32), (column) => column.notNull().defaultTo(''))
      .execute();
  if (!(await hasColumn(db, 'outbox', 'owner')))
    await db.schema
      .alterTable('outbox')
      .addColumn('owner', integer, (column) => column.notNull().defaultTo(0))
      .execute();
}

/** MySQL commits each statement by itself, so an interrupted migration runs again from its first one. */
async function hasColumn(db: UntypedDb, table: string, column: string): Promise<boolean> {
  const tables = await db.introspection.getTables();
  return tables.some(({ name, columns }) => name === table && columns.some((each) => each.name === column));
}
