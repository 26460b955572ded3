import { columnKinds } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/** A run of a gateway records the place of its journals, and at its end that no call is left to recover. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key } = columnKinds(db);
  await addColumn(db, 'instance', {
    name: 'place',
    type: key(32),
    build: (column) => column.notNull().defaultTo(''),
  });
  await addColumn(db, 'instance', {
    name: 'ended',
    type: integer,
    build: (column) => column.notNull().defaultTo(0),
  });
}
