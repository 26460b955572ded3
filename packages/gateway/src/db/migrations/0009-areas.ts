import { type ColumnKinds, columnKinds, createIndex, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** Published builds of areas, their rollouts, who may publish, and statistics of builds. */
export async function up(db: UntypedDb): Promise<void> {
  const kinds = columnKinds(db);
  await createBuilds(db, kinds);
  await createChannels(db, kinds);
  await createPublishers(db, kinds);
}

async function createBuilds(db: UntypedDb, { integer, key, text, blob, string }: ColumnKinds) {
  await createTable(db, 'area_builds')
    .addColumn('area_id', key(64), (column) => column.notNull())
    .addColumn('build_id', key(10), (column) => column.notNull())
    .addColumn('version', string(64), (column) => column.notNull())
    .addColumn('manifest', text, (column) => column.notNull())
    .addColumn('signature', key(100), (column) => column.notNull())
    .addColumn('key_id', integer, (column) => column.notNull())
    .addColumn('token_id', integer, (column) => column.notNull())
    .addColumn('bytes', integer, (column) => column.notNull())
    .addColumn('published_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('area_builds_key', ['area_id', 'build_id'])
    .execute();

  await createTable(db, 'area_files')
    .addColumn('area_id', key(64), (column) => column.notNull())
    .addColumn('build_id', key(10), (column) => column.notNull())
    .addColumn('path', key(190), (column) => column.notNull())
    .addColumn('content', blob, (column) => column.notNull())
    .addPrimaryKeyConstraint('area_files_key', ['area_id', 'build_id', 'path'])
    .execute();

  await createTable(db, 'area_counts')
    .addColumn('window_at', integer, (column) => column.notNull())
    .addColumn('area_id', key(64), (column) => column.notNull())
    .addColumn('build_id', key(10), (column) => column.notNull())
    .addColumn('counter', key(32), (column) => column.notNull())
    .addColumn('count', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('area_counts_key', ['window_at', 'area_id', 'build_id', 'counter'])
    .execute();
}

async function createChannels(db: UntypedDb, { integer, real, key, prose }: ColumnKinds) {
  await createTable(db, 'area_channels')
    .addColumn('area_id', key(64), (column) => column.notNull().primaryKey())
    .addColumn('stable_build', key(10), (column) => column.notNull().defaultTo(''))
    .addColumn('history', key(255), (column) => column.notNull().defaultTo(''))
    .addColumn('canary_build', key(10), (column) => column.notNull().defaultTo(''))
    .addColumn('canary_percent', real, (column) => column.notNull().defaultTo(0))
    .addColumn('canary_salt', key(32), (column) => column.notNull().defaultTo(''))
    .addColumn('canary_since', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('canary_cohorts', prose)
    .addColumn('canary_frozen', prose)
    .execute();

  await createTable(db, 'area_revocations')
    .addColumn('area_id', key(64), (column) => column.notNull())
    .addColumn('build_id', key(10), (column) => column.notNull())
    .addColumn('reason', prose)
    .addColumn('at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('area_revocations_key', ['area_id', 'build_id'])
    .execute();

  await createTable(db, 'area_pins')
    .addColumn('area_id', key(64), (column) => column.notNull())
    .addColumn('user_id', integer, (column) => column.notNull())
    .addColumn('build_id', key(10), (column) => column.notNull())
    .addColumn('reason', prose)
    .addColumn('expires_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('area_pins_key', ['area_id', 'user_id'])
    .execute();
}

async function createPublishers(db: UntypedDb, { id, integer, key, string }: ColumnKinds) {
  await createTable(db, 'publish_keys')
    .addColumn('id', id)
    .addColumn('name', string(64), (column) => column.notNull())
    .addColumn('public_key', key(44), (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('revoked_at', integer, (column) => column.notNull().defaultTo(0))
    .execute();

  await createTable(db, 'publish_tokens')
    .addColumn('id', id)
    .addColumn('area_id', key(64), (column) => column.notNull())
    .addColumn('name', string(64), (column) => column.notNull())
    .addColumn('token_hash', key(64), (column) => column.notNull().unique())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('used_at', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('revoked_at', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await createIndex(db, 'area_builds', 'published_at');
}
