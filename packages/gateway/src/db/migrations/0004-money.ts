import { columnKinds, createIndex } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/** Orders get their quota, payment method and time; an account's statement is read by its numbers. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, string } = columnKinds(db);

  await addColumn(db, 'top_ups', {
    name: 'quota',
    type: integer,
    build: (column) => column.notNull().defaultTo(0),
  });
  await addColumn(db, 'top_ups', {
    name: 'payment_method',
    type: string(20),
    build: (column) => column.notNull().defaultTo(''),
  });
  await addColumn(db, 'top_ups', {
    name: 'complete_time',
    type: integer,
    build: (column) => column.notNull().defaultTo(0),
  });

  await createIndex(db, 'entry', 'account', 'seq');
}
