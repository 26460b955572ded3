import { columnKinds } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/** For whom a single item or file was made: each has one row, whose hash has no user in it. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer } = columnKinds(db);
  await addColumn(db, 'upstream_references', {
    name: 'user_id',
    type: integer,
    build: (column) => column.notNull().defaultTo(0),
  });
}
