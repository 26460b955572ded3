import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** Asynchronous work of an upstream. */
export async function createTaskTables(db: UntypedDb): Promise<void> {
  const { id, integer, string, text } = columnKinds(db);

  await createTable(db, 'midjourneys')
    .addColumn('id', id)
    .addColumn('code', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('user_id', integer, (column) => column.notNull())
    .addColumn('action', string(40), (column) => column.notNull().defaultTo(''))
    .addColumn('mj_id', string(191), (column) => column.notNull().defaultTo(''))
    .addColumn('prompt', text)
    .addColumn('prompt_en', text)
    .addColumn('description', text)
    .addColumn('state', string(191), (column) => column.notNull().defaultTo(''))
    .addColumn('submit_time', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('start_time', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('finish_time', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('image_url', text)
    .addColumn('status', string(20), (column) => column.notNull().defaultTo(''))
    .addColumn('progress', string(30), (column) => column.notNull().defaultTo(''))
    .addColumn('fail_reason', text)
    .addColumn('channel_id', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('quota', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('buttons', text)
    .addColumn('properties', text)
    .execute();
  await createIndex(db, 'midjourneys', 'user_id', 'id');
  await createIndex(db, 'midjourneys', 'mj_id');
  await createIndex(db, 'midjourneys', 'submit_time');

  await createTable(db, 'tasks')
    .addColumn('id', id)
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addColumn('task_id', string(191), (column) => column.notNull())
    .addColumn('platform', string(30), (column) => column.notNull().defaultTo(''))
    .addColumn('user_id', integer, (column) => column.notNull())
    .addColumn('channel_id', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('quota', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('action', string(40), (column) => column.notNull().defaultTo(''))
    .addColumn('status', string(20), (column) => column.notNull().defaultTo(''))
    .addColumn('fail_reason', text)
    .addColumn('submit_time', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('start_time', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('finish_time', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('progress', string(20), (column) => column.notNull().defaultTo(''))
    .addColumn('properties', text)
    .addColumn('data', text)
    .execute();
  await createIndex(db, 'tasks', 'user_id', 'id');
  await createIndex(db, 'tasks', 'task_id');
  await createIndex(db, 'tasks', 'submit_time');
}
