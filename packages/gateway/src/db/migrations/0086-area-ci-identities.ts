import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/** Jobs of build servers with rights for an area, the ID tokens that they used, and what they got for them. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key, string, id } = columnKinds(db);
  await createTable(db, 'area_ci_identities')
    .addColumn('id', id)
    .addColumn('area_id', key(64), (column) => column.notNull())
    .addColumn('name', string(64), (column) => column.notNull())
    .addColumn('issuer', string(190), (column) => column.notNull())
    .addColumn('audience', string(190), (column) => column.notNull())
    .addColumn('subject', string(255), (column) => column.notNull())
    .addColumn('rights', key(32), (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('used_at', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await createTable(db, 'area_ci_uses')
    .addColumn('token_hash', key(64), (column) => column.notNull().primaryKey())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .execute();
  for (const table of ['publish_tokens', 'publish_keys'])
    await addColumn(db, table, {
      name: 'ci_identity_id',
      type: integer,
      build: (column) => column.notNull().defaultTo(0),
    });
}
