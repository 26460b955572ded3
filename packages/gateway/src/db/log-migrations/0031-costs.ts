import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/** What calls cost the operator, and its sums by day next to what they brought in. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, string } = columnKinds(db);
  await addColumn(db, 'logs', { name: 'provider_cost', type: integer });
  await createTable(db, 'margin_days')
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('model_name', string(255), (column) => column.notNull())
    .addColumn('channel_id', integer, (column) => column.notNull())
    .addColumn('group', string(64), (column) => column.notNull())
    .addColumn('count', integer, (column) => column.notNull())
    .addColumn('quota', integer, (column) => column.notNull())
    .addColumn('provider_cost', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('margin_days_key', ['created_at', 'model_name', 'channel_id', 'group'])
    .execute();
}
