import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** Rows that wait for their copy to a stream. Gateways of the version before leave it alone. */
export async function up(db: UntypedDb): Promise<void> {
  const { id, integer, key } = columnKinds(db);
  await createTable(db, 'streamed_rows')
    .addColumn('id', id)
    .addColumn('request_id', key(64), (column) => column.notNull())
    .addColumn('queued_at', integer, (column) => column.notNull())
    .execute();
}
