import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** Channels, options and the tables that synchronize processes. */
export async function createConsoleTables(db: UntypedDb): Promise<void> {
  const { id, integer, key, real, prose, string, text } = columnKinds(db);

  await createTable(db, 'channels')
    .addColumn('id', id)
    .addColumn('type', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('key_sealed', text, (column) => column.notNull())
    .addColumn('openai_organization', string(255))
    .addColumn('test_model', string(255))
    .addColumn('status', integer, (column) => column.notNull().defaultTo(1))
    .addColumn('name', string(255), (column) => column.notNull().defaultTo(''))
    .addColumn('weight', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('created_time', integer, (column) => column.notNull())
    .addColumn('test_time', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('response_time', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('base_url', string(1024), (column) => column.notNull().defaultTo(''))
    .addColumn('other', prose)
    .addColumn('balance', real, (column) => column.notNull().defaultTo(0))
    .addColumn('balance_updated_time', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('models', text, (column) => column.notNull())
    .addColumn('group', string(1024), (column) => column.notNull().defaultTo('default'))
    .addColumn('model_mapping', text)
    .addColumn('status_code_mapping', prose)
    .addColumn('priority', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('auto_ban', integer, (column) => column.notNull().defaultTo(1))
    .addColumn('other_info', prose)
    .addColumn('tag', string(191))
    .addColumn('setting', text)
    .addColumn('param_override', text)
    .execute();
  await createIndex(db, 'channels', 'tag');

  await createTable(db, 'abilities')
    .addColumn('group', string(64), (column) => column.notNull())
    .addColumn('model', string(255), (column) => column.notNull())
    .addColumn('channel_id', integer, (column) => column.notNull())
    .addColumn('enabled', integer, (column) => column.notNull())
    .addColumn('priority', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('weight', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('tag', string(191))
    .addPrimaryKeyConstraint('abilities_key', ['group', 'model', 'channel_id'])
    .execute();
  await createIndex(db, 'abilities', 'channel_id');

  await createTable(db, 'options')
    .addColumn('key', string(191), (column) => column.notNull().primaryKey())
    .addColumn('value', text, (column) => column.notNull())
    .execute();

  await createTable(db, 'setups')
    .addColumn('id', integer, (column) => column.notNull().primaryKey())
    .addColumn('version', string(50), (column) => column.notNull())
    .addColumn('initialized_at', integer, (column) => column.notNull())
    .execute();

  await createTable(db, 'revisions')
    .addColumn('topic', key(64), (column) => column.notNull().primaryKey())
    .addColumn('revision', integer, (column) => column.notNull())
    .execute();
}
