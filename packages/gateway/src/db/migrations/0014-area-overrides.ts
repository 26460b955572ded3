import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** Areas that a session loads from a development server. They end with the session or earlier. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key, string } = columnKinds(db);
  await createTable(db, 'area_overrides')
    .addColumn('id_hash', key(64), (column) => column.notNull())
    .addColumn('area_id', key(64), (column) => column.notNull())
    .addColumn('origin', string(64), (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('area_overrides_key', ['id_hash', 'area_id'])
    .execute();
}
