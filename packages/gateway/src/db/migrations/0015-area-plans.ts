import { columnKinds } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** A canary may grow by a plan. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key } = columnKinds(db);
  await db.schema
    .alterTable('area_channels')
    .addColumn('canary_plan', key(255), (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('area_channels')
    .addColumn('canary_step_at', integer, (column) => column.notNull().defaultTo(0))
    .execute();
}
