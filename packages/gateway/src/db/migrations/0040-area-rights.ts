import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/** Rights for single areas: of people, and of tokens, which end. A publish key may be for one area. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key } = columnKinds(db);
  await addColumn(db, 'publish_tokens', {
    name: 'rights',
    type: key(32),
    build: (column) => column.notNull().defaultTo('publish'),
  });
  await addColumn(db, 'publish_tokens', {
    name: 'expires_at',
    type: integer,
    build: (column) => column.notNull().defaultTo(0),
  });
  await addColumn(db, 'publish_keys', {
    name: 'area_id',
    type: key(64),
    build: (column) => column.notNull().defaultTo(''),
  });
  await createTable(db, 'area_members')
    .addColumn('area_id', key(64), (column) => column.notNull())
    .addColumn('user_id', integer, (column) => column.notNull())
    .addColumn('rights', key(32), (column) => column.notNull())
    .addPrimaryKeyConstraint('area_members_key', ['area_id', 'user_id'])
    .execute();
}
