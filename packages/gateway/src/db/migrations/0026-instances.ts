import { columnKinds } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** A run of a gateway says where its journals are, and at last that nothing is left to recover of it. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key } = columnKinds(db);
  const instance = () => db.schema.alterTable('instance');
  await instance()
    .addColumn('place', key(32), (column) => column.notNull().defaultTo(''))
    .execute();
  await instance()
    .addColumn('ended', integer, (column) => column.notNull().defaultTo(0))
    .execute();
}
