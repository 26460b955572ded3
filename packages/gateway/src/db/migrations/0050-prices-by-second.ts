import { columnKinds } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/** Prices and costs by the second of a recording, and for which last day of a model administrators were warned. */
export async function up(db: UntypedDb): Promise<void> {
  const { key } = columnKinds(db);
  await addColumn(db, 'price_versions', { name: 'per_second', type: key(32) });
  await addColumn(db, 'channel_costs', { name: 'per_second', type: key(32) });
  await addColumn(db, 'models', {
    name: 'warned_for',
    type: key(10),
    build: (column) => column.notNull().defaultTo(''),
  });
}
