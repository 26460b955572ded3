import { columnKinds, createIndex } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** Orders know what they bring, how they are paid and when they were; an account's statement is read by its numbers. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, string } = columnKinds(db);

  const orders = () => db.schema.alterTable('top_ups');
  await orders()
    .addColumn('quota', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await orders()
    .addColumn('payment_method', string(20), (column) => column.notNull().defaultTo(''))
    .execute();
  await orders()
    .addColumn('complete_time', integer, (column) => column.notNull().defaultTo(0))
    .execute();

  await createIndex(db, 'entry', 'account', 'seq');
}
