import { columnKinds } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/** A canary may grow automatically by a plan. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key } = columnKinds(db);
  await addColumn(db, 'area_channels', {
    name: 'canary_plan',
    type: key(255),
    build: (column) => column.notNull().defaultTo(''),
  });
  await addColumn(db, 'area_channels', {
    name: 'canary_step_at',
    type: integer,
    build: (column) => column.notNull().defaultTo(0),
  });
}
