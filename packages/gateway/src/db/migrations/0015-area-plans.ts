import { columnKinds } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/** A canary may grow automatically by a plan. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key } = columnKinds(db);
  await addColumn(db, 'area_channels', 'canary_plan', key(255), (column) => column.notNull().defaultTo(''));
  await addColumn(db, 'area_channels', 'canary_step_at', integer, (column) => column.notNull().defaultTo(0));
}
